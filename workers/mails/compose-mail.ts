import type { Mail } from '#core/mailer/message.ts'
import { orderIdOf } from '#modules/ordering/events.ts'
import type { orderingManifest } from '#modules/ordering/manifest.ts'
import { serviceRequestIdOf } from '#modules/service-requests/events.ts'
import type { serviceRequestsManifest } from '#modules/service-requests/manifest.ts'
import type { MailContent, MailedOrder, MailedServiceRequest, Shop } from './content.ts'
import { orderCancelledMail } from './order-cancelled.ts'
import { orderConfirmedMail } from './order-confirmed.ts'
import { orderDeliveredMail } from './order-delivered.ts'
import { orderDispatchedMail } from './order-dispatched.ts'
import { orderPlacedMail } from './order-placed.ts'
import { orderReturnedMail } from './order-returned.ts'
import { renderHtml } from './render-html.ts'
import { renderText } from './render-text.ts'
import {
  serviceRequestAcknowledgedMail,
  serviceRequestDeclinedMail,
  serviceRequestReceivedMail,
  serviceRequestResolvedMail,
  serviceRequestWithdrawnMail,
} from './service-request-mails.ts'

/** What is read at the moment of sending, because no row and no job may keep it. */
export type MailData = {
  /** The order as it stood after that revision. */
  orderAt: (orderId: string, revision: number) => Promise<MailedOrder>
  serviceRequestAt: (id: string, revision: number) => Promise<MailedServiceRequest>
  /** Undefined where there is no such account (any more); its `email`, where it was opened without one. */
  account: (id: string) => Promise<{ name: string; email: string | undefined } | undefined>
}

/** The modules that a mail's content comes from. */
export type MailedModules = {
  ordering: { orderAt: MailData['orderAt'] }
  serviceRequests: { requestAt: MailData['serviceRequestAt'] }
}

/** What mails read, of these modules. */
export function mailDataOf({ ordering, serviceRequests }: MailedModules, account: MailData['account']): MailData {
  return { orderAt: ordering.orderAt, serviceRequestAt: serviceRequests.requestAt, account }
}

/** Why there is nothing to send, in words that an operator reads; `goneId` is the account that it would have gone to. */
export type NoMail = { reason: string; goneId?: string }

/** A mail for each kind that the module's manifest names. */
type MailsOf<Manifest extends { mails: Readonly<Record<string, string>> }> = Readonly<
  Record<Manifest['mails'][keyof Manifest['mails']], unknown>
>

const orderMails = {
  'order-placed': orderPlacedMail,
  'order-confirmed': orderConfirmedMail,
  'order-dispatched': orderDispatchedMail,
  'order-delivered': orderDeliveredMail,
  'order-cancelled': orderCancelledMail,
  'order-returned': orderReturnedMail,
} satisfies MailsOf<typeof orderingManifest>

const serviceRequestMails = {
  'service-request-received': serviceRequestReceivedMail,
  'service-request-acknowledged': serviceRequestAcknowledgedMail,
  'service-request-resolved': serviceRequestResolvedMail,
  'service-request-declined': serviceRequestDeclinedMail,
  'service-request-withdrawn': serviceRequestWithdrawnMail,
} satisfies MailsOf<typeof serviceRequestsManifest>

export type MailKind = keyof typeof orderMails | keyof typeof serviceRequestMails

/** Every kind of mail that can be written. */
export const mailKinds: readonly string[] = [...Object.keys(orderMails), ...Object.keys(serviceRequestMails)]

type About = { kind: string; stream: string; revision: number }

/** The mail of a notification, or why nobody can get it. @throws where the kind is not known here */
export async function composeMail(
  notification: About & { id: string },
  { data, shop }: { data: MailData; shop: Shop },
): Promise<Mail | NoMail> {
  const { recipientId, content } = await contentOf(notification, data, shop)
  const account = await data.account(recipientId)
  if (account === undefined) return { reason: 'The account no longer exists', goneId: recipientId }
  if (account.email === undefined) return { reason: 'The account has no e-mail address' }
  return {
    id: notification.id,
    subjectId: recipientId,
    to: { name: account.name, address: account.email },
    subject: content.subject,
    text: renderText(content, shop, account.name),
    html: renderHtml(content, shop, account.name),
  }
}

async function contentOf(
  { kind, stream, revision }: About,
  data: MailData,
  shop: Shop,
): Promise<{ recipientId: string; content: MailContent }> {
  if (isKeyOf(orderMails, kind)) {
    const order = await data.orderAt(orderIdOf(stream), revision)
    return { recipientId: order.buyer.id, content: orderMails[kind](order, shop) }
  }
  if (isKeyOf(serviceRequestMails, kind)) {
    const request = await data.serviceRequestAt(serviceRequestIdOf(stream), revision)
    return { recipientId: request.requester.id, content: serviceRequestMails[kind](request, shop) }
  }
  throw new Error(`this version of the shop has no mail of the kind ${kind}`)
}

function isKeyOf<T extends object>(mails: T, kind: string): kind is keyof T & string {
  return Object.hasOwn(mails, kind)
}
