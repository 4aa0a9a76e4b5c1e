import { paragraph, type MailContent, type MailedOrder, type Shop } from './content.ts'
import { dayOf, delivery, orderLines, orderLink } from './order-parts.ts'

export function orderPlacedMail(order: MailedOrder, shop: Shop): MailContent {
  return {
    subject: `We have received your order ${order.orderId}`,
    heading: 'Thank you for your order',
    blocks: [
      paragraph(
        `We have received your order ${order.orderId} of ${dayOf(order.placedAt)}. ` +
          'We will check it and write to you again as soon as it is confirmed.',
      ),
      orderLines(order),
      delivery(order),
      orderLink(order, shop),
    ],
  }
}
