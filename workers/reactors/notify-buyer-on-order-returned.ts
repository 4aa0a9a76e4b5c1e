import { orderEvents } from '#modules/ordering/events.ts'
import { byEmail } from '../mail-reactor.ts'

export const notifyBuyerOnOrderReturned = byEmail(orderEvents, 'OrderReturned', 'order-returned')
