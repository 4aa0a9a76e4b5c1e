import { paragraph, type MailContent, type MailedOrder, type Shop } from './content.ts'
import { orderLines, orderLink } from './order-parts.ts'

export function orderDeliveredMail(order: MailedOrder, shop: Shop): MailContent {
  return {
    subject: `Your order ${order.orderId} has been delivered`,
    heading: 'Your order has been delivered',
    blocks: [
      paragraph(`Your order ${order.orderId} has been delivered, and we have received your payment. Thank you.`),
      paragraph(
        'If anything is damaged or defective, please let us know within 14 days of delivery and we will replace it.',
      ),
      orderLines(order),
      orderLink(order, shop),
    ],
  }
}
