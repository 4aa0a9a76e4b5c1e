import { facts, type Block, type MailedOrder, type Shop } from './content.ts'

const day = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: 'Asia/Kolkata' })

/** The date in Indian time and notation, such as 20 November 2026. */
export function dayOf(at: string): string {
  return day.format(new Date(at))
}

export function orderLines(order: MailedOrder): Block {
  return { kind: 'lines', lines: order.items, totalPaise: order.totalPaise }
}

export function delivery({ shipping, expected }: MailedOrder): Block {
  const { name, address, city, state, zipCode, mobile } = shipping
  return facts({
    'Deliver to': [name, address, `${city}, ${state} ${zipCode}`].join(', '),
    Mobile: mobile,
    'Estimated delivery': expected && `${dayOf(expected.from)} to ${dayOf(expected.to)}`,
    Payment: 'Cash on delivery',
  })
}

export function orderLink(order: MailedOrder, shop: Shop): Block {
  return {
    kind: 'button',
    label: 'View your order',
    url: `${shop.publicUrl}/my-orders/${encodeURIComponent(order.orderId)}`,
  }
}
