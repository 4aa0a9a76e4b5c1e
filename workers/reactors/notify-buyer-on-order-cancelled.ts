import { orderEvents } from '#modules/ordering/events.ts'
import { byEmail } from '../mail-reactor.ts'

export const notifyBuyerOnOrderCancelled = byEmail(orderEvents, 'OrderCancelled', 'order-cancelled')
