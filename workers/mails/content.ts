/** Who writes: what a template says about the shop itself. */
export type Shop = {
  name: string
  /** Where the storefront is, such as `https://shop.example`; every link in a mail begins with it. */
  publicUrl: string
}

/** A line of an order as a mail shows it; prices in paise, exclusive of GST. */
export type MailedLine = { title: string; company: string; brand: string; pricePaise: number; quantity: number }

/** What a mail is made of; rendered as plain text and as HTML. All texts are as people typed them: not escaped. */
export type Block =
  | { kind: 'paragraph'; text: string }
  | { kind: 'facts'; rows: readonly (readonly [label: string, value: string])[] }
  | { kind: 'lines'; lines: readonly MailedLine[]; totalPaise: number }
  | { kind: 'button'; label: string; url: string }

/** What one mail says, apart from greeting and farewell. */
export type MailContent = {
  /** Shown in lists and on locked phones: no personal data but an order's id. */
  subject: string
  heading: string
  blocks: readonly Block[]
}

/** An order as mails need it, folded to the event that they are about. */
export type MailedOrder = {
  orderId: string
  placedAt: string
  buyer: { id: string }
  items: readonly MailedLine[]
  shipping: { name: string; mobile: string; address: string; city: string; state: string; zipCode: string }
  totalPaise: number
  carrier?: string | undefined
  trackingNumber?: string | undefined
  reason?: string | undefined
}

/** A service request as mails need it, folded to the event that they are about. */
export type MailedServiceRequest = {
  raisedAt: string
  requester: { id: string }
  title: string
  company: string
  description: string
  address: string
  note?: string | undefined
  reason?: string | undefined
}

export function paragraph(text: string): Block {
  return { kind: 'paragraph', text }
}

/** Only the facts that there are. */
export function facts(rows: Record<string, string | undefined>): Block {
  const known = Object.entries(rows).flatMap(([label, value]) => (value?.trim() ? [[label, value] as const] : []))
  return { kind: 'facts', rows: known }
}

/** Brand and company of a line, once where they are the same. */
export function makerOf({ company, brand }: Pick<MailedLine, 'company' | 'brand'>): string {
  return [...new Set([brand, company].map((name) => name.trim()).filter(Boolean))].join(' · ')
}
