import { facts, paragraph, type MailContent, type MailedOrder, type Shop } from './content.ts'
import { orderLines, orderLink } from './order-parts.ts'

export function orderCancelledMail(order: MailedOrder, shop: Shop): MailContent {
  return {
    subject: `Your order ${order.orderId} has been cancelled`,
    heading: 'Your order has been cancelled',
    blocks: [
      paragraph(`Your order ${order.orderId} has been cancelled. There is nothing to pay.`),
      facts({ Reason: order.reason }),
      orderLines(order),
      orderLink(order, shop),
    ],
  }
}
