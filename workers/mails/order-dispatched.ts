import { facts, paragraph, type MailContent, type MailedOrder, type Shop } from './content.ts'
import { delivery, orderLines, orderLink } from './order-parts.ts'

export function orderDispatchedMail(order: MailedOrder, shop: Shop): MailContent {
  return {
    subject: `Your order ${order.orderId} is on its way`,
    heading: 'Your order is on its way',
    blocks: [
      paragraph(`Your order ${order.orderId} has left our warehouse.`),
      facts({ Carrier: order.carrier, 'Tracking number': order.trackingNumber }),
      paragraph('Payment is by cash on delivery: please keep the amount ready for the courier.'),
      orderLines(order),
      delivery(order),
      orderLink(order, shop),
    ],
  }
}
