import { orderEvents } from '#modules/ordering/events.ts'
import { byEmail } from '../mail-reactor.ts'

export const notifyBuyerOnOrderDispatched = byEmail(orderEvents, 'OrderDispatched', 'order-dispatched')
