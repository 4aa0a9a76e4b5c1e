import { orderEvents } from '#modules/ordering/events.ts'
import { byEmail } from '../mail-reactor.ts'

export const notifyBuyerOnOrderConfirmed = byEmail(orderEvents, 'OrderConfirmed', 'order-confirmed')
