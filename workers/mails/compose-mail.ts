import type { Mail } from '#core/mailer/message.ts'
import type { manifests } from '#modules/shop/manifests.ts'
import type { MailWriter, NoMail, Shop } from './content.ts'
import { accountMails, type MailedAccounts } from './account/account-mails.ts'
import { greetingName } from './greeting-name.ts'
import { orderMails, type MailedOrders } from './order-mails.ts'
import { renderHtml } from './rendering/render-html.ts'
import { renderText } from './rendering/render-text.ts'
import { serviceRequestMails, type MailedServiceRequests } from './service-request-mails.ts'

/** The modules that mails read from. */
export type MailedModules = { ordering: MailedOrders; serviceRequests: MailedServiceRequests; identity: MailedAccounts }

type Manifests = typeof manifests

/** Every kind of mail that a manifest names; a kind without a writer does not compile. */
type MailKind = {
  [Name in keyof Manifests]:
    Manifests[Name]['mails'][keyof Manifests[Name]['mails']] | NonNullable<Manifests[Name]['requestedMails']>[number]
}[keyof Manifests]

export function mailWriters(modules: MailedModules): Readonly<Record<MailKind, MailWriter>> {
  return {
    ...orderMails(modules.ordering),
    ...serviceRequestMails(modules.serviceRequests),
    ...accountMails(modules.identity),
  }
}

export type MailData = {
  /** By the kind of mail. */
  writers: Readonly<Record<string, MailWriter>>
  /** Undefined if the account does not exist, or no longer; `email` is undefined if the account has no address. */
  account: (id: string) => Promise<{ name: string; email: string | undefined } | undefined>
}

type Notification = { id: string; kind: string; stream: string; revision: number }

/** The mail of a notification, or why there is none. @throws if the kind is unknown */
export async function composeMail(
  { id, kind, ...about }: Notification,
  { data, shop }: { data: MailData; shop: Shop },
): Promise<Mail | NoMail> {
  const write = Object.hasOwn(data.writers, kind) ? data.writers[kind] : undefined
  if (write === undefined) throw new Error(`this version of the shop has no mail of the kind ${kind}`)
  const written = await write(about, shop)
  if ('reason' in written) return written
  const { recipientId, content } = written
  const account = await data.account(recipientId)
  if (account === undefined) return { reason: 'The account no longer exists', goneId: recipientId }
  const address = written.address ?? account.email
  if (address === undefined) return { reason: 'The account has no email address' }
  const name = greetingName(account.name)
  return {
    id,
    subjectId: recipientId,
    to: { name, address },
    subject: content.subject,
    text: renderText(content, shop, name),
    html: renderHtml(content, shop, name),
  }
}
