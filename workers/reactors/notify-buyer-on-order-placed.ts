import { orderEvents } from '#modules/ordering/events.ts'
import { byEmail } from '../mail-reactor.ts'

export const notifyBuyerOnOrderPlaced = byEmail(orderEvents, 'OrderPlaced', 'order-placed')
