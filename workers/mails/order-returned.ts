import { facts, paragraph, type MailContent, type MailedOrder, type Shop } from './content.ts'
import { orderLines, orderLink } from './order-parts.ts'

export function orderReturnedMail(order: MailedOrder, shop: Shop): MailContent {
  return {
    subject: `Your order ${order.orderId} has been returned`,
    heading: 'We have taken your order back',
    blocks: [
      paragraph(`We have taken back your order ${order.orderId}.`),
      facts({ Reason: order.reason }),
      orderLines(order),
      orderLink(order, shop),
    ],
  }
}
