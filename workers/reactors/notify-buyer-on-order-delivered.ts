import { orderEvents } from '#modules/ordering/events.ts'
import { byEmail } from '../mail-reactor.ts'

export const notifyBuyerOnOrderDelivered = byEmail(orderEvents, 'OrderDelivered', 'order-delivered')
