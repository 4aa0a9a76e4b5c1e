import type { OrderLine, Shipping } from '#modules/ordering/domain/events.ts'

/** Who writes: what a template says about the shop itself. */
export type Shop = {
  name: string
  /** Where the storefront is, such as `https://shop.example`; every link in a mail begins with it. */
  publicUrl: string
}

/** A line of an order as a mail shows it. */
export type MailedLine = Omit<OrderLine, 'productId'>

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
  shipping: Shipping
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

/**
 * Writes the mail about an event of a stream, to an account. What it says is read at the moment of sending, because no row
 * and no job may keep it.
 */
export type MailWriter = (
  about: { stream: string; revision: number },
  shop: Shop,
) => Promise<{ recipientId: string; content: MailContent }>

/** A writer for each template, by the kind of mail; all of them are about the same kind of thing. */
export function writersOf<Kind extends string, Thing>(
  templates: Readonly<Record<Kind, (thing: Thing, shop: Shop) => MailContent>>,
  read: (about: { stream: string; revision: number }) => Promise<{ thing: Thing; recipientId: string }>,
): Readonly<Record<Kind, MailWriter>>
export function writersOf<Thing>(
  templates: Readonly<Record<string, (thing: Thing, shop: Shop) => MailContent>>,
  read: (about: { stream: string; revision: number }) => Promise<{ thing: Thing; recipientId: string }>,
): Readonly<Record<string, MailWriter>> {
  const writerOf = (template: (thing: Thing, shop: Shop) => MailContent): MailWriter =>
    async function write(about, shop) {
      const { thing, recipientId } = await read(about)
      return { recipientId, content: template(thing, shop) }
    }
  return Object.fromEntries(Object.entries(templates).map(([kind, template]) => [kind, writerOf(template)]))
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
