import type { OrderLine, Shipping } from '#modules/ordering/domain/events.ts'

/** The sender: what a template needs to know about the shop. */
export type Shop = {
  name: string
  /** The storefront's URL, such as `https://shop.example`, the prefix of every link in a mail. */
  publicUrl: string
  /** Its own address, which mails come from: for what concerns no single person. */
  mailbox: string
}

/** An order line as a mail shows it. */
export type MailedLine = Omit<OrderLine, 'productId'>

/** A part of a mail, rendered as plain text and as HTML. All texts are unescaped user input. */
export type Block =
  | { kind: 'paragraph'; text: string }
  | { kind: 'facts'; rows: readonly (readonly [label: string, value: string])[] }
  | { kind: 'lines'; lines: readonly MailedLine[]; totalPaise: number }
  | { kind: 'button'; label: string; url: string }

/** The content of a mail without salutation and closing. */
export type MailContent = {
  /** Shown in lists and on lock screens, so it holds no personal data except an order id. */
  subject: string
  heading: string
  blocks: readonly Block[]
}

/** An order as mails need it, folded up to the event that caused the mail. */
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
  /** Absent if it was delivered or cancelled. */
  expected?: { from: string; to: string } | undefined
}

/** A service request as mails need it, folded up to the event that caused the mail. */
export type MailedServiceRequest = {
  raisedAt: string
  requester: { id: string }
  title: string
  company: string
  description: string
  address: string
  note?: string | undefined
  reason?: string | undefined
  lastReply?: { text: string; from: 'requester' | 'shop' } | undefined
}

/** A mail to the address of its recipient's account, or to another `address` of that person. */
export type WrittenMail = { recipientId: string; content: MailContent; address?: string }

/** Why there is nothing to send, in words for the operator. `goneId` is the deleted account of the recipient. */
export type NoMail = { reason: string; goneId?: string }

type About = { stream: string; revision: number }

/**
 * Writes the mail about an event of a stream. It reads the content when the mail is sent, because no row and no job may
 * store it.
 */
export type MailWriter = (about: About, shop: Shop) => Promise<WrittenMail | NoMail>

/** A writer for each template, by kind of mail. All templates take the same kind of subject. */
export function writersOf<Kind extends string, Subject>(
  templates: Readonly<Record<Kind, (subject: Subject, shop: Shop) => MailContent>>,
  read: (about: About) => Promise<{ subject: Subject; recipientId: string }>,
): Readonly<Record<Kind, MailWriter>>
export function writersOf<Subject>(
  templates: Readonly<Record<string, (subject: Subject, shop: Shop) => MailContent>>,
  read: (about: About) => Promise<{ subject: Subject; recipientId: string }>,
): Readonly<Record<string, MailWriter>> {
  const writerOf = (template: (subject: Subject, shop: Shop) => MailContent): MailWriter =>
    async function write(about, shop) {
      const { subject, recipientId } = await read(about)
      return { recipientId, content: template(subject, shop) }
    }
  return Object.fromEntries(Object.entries(templates).map(([kind, template]) => [kind, writerOf(template)]))
}

export function paragraph(text: string): Block {
  return { kind: 'paragraph', text }
}

/** Omits empty facts. */
export function facts(rows: Record<string, string | undefined>): Block {
  const known = Object.entries(rows).flatMap(([label, value]) => (value?.trim() ? [[label, value] as const] : []))
  return { kind: 'facts', rows: known }
}

/** Brand and company of a line, without repetition. */
export function makerOf({ company, brand }: Pick<MailedLine, 'company' | 'brand'>): string {
  return [...new Set([brand, company].map((name) => name.trim()).filter(Boolean))].join(' · ')
}
