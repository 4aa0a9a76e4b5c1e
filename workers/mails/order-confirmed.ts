import { paragraph, type MailContent, type MailedOrder, type Shop } from './content.ts'
import { delivery, orderLines, orderLink } from './order-parts.ts'

export function orderConfirmedMail(order: MailedOrder, shop: Shop): MailContent {
  return {
    subject: `Your order ${order.orderId} is confirmed`,
    heading: 'Your order is confirmed',
    blocks: [
      paragraph(
        `We have confirmed your order ${order.orderId} and are getting it ready. ` +
          'You will hear from us again when it leaves our warehouse.',
      ),
      orderLines(order),
      delivery(order),
      orderLink(order, shop),
    ],
  }
}
