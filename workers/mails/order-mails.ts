import { orderIdOf } from '#modules/ordering/domain/events.ts'
import { writersOf, type MailedOrder } from './content.ts'
import { orderCancelledMail } from './order-cancelled.ts'
import { orderConfirmedMail } from './order-confirmed.ts'
import { orderDeliveredMail } from './order-delivered.ts'
import { orderDispatchedMail } from './order-dispatched.ts'
import { orderPlacedMail } from './order-placed.ts'
import { orderReturnedMail } from './order-returned.ts'

const templates = {
  'order-placed': orderPlacedMail,
  'order-confirmed': orderConfirmedMail,
  'order-dispatched': orderDispatchedMail,
  'order-delivered': orderDeliveredMail,
  'order-cancelled': orderCancelledMail,
  'order-returned': orderReturnedMail,
}

/** Reads an order as of a revision. */
export type MailedOrders = { orderAt: (orderId: string, revision: number) => Promise<MailedOrder> }

export function orderMails({ orderAt }: MailedOrders) {
  return writersOf(templates, async ({ stream, revision }) => {
    const subject = await orderAt(orderIdOf(stream), revision)
    return { subject, recipientId: subject.buyer.id }
  })
}
