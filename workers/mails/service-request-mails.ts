import { serviceRequestIdOf } from '#modules/service-requests/domain/events.ts'
import {
  facts,
  paragraph,
  writersOf,
  type Block,
  type MailContent,
  type MailWriter,
  type MailedServiceRequest,
  type Shop,
} from './content.ts'
import { dayOf } from './order-parts.ts'

/** A request with its id. */
type Mailed = MailedServiceRequest & { id: string }

/** The page on which both sides read and write. */
const requestUrl = (id: string, { publicUrl }: Shop) => `${publicUrl}/my-orders/requests/${encodeURIComponent(id)}`

type Wording = { subject: string; heading: string; text: string; outcome?: Record<string, string | undefined> }

function serviceRequestMail(request: Mailed, shop: Shop, wording: Wording): MailContent {
  const link: Block = { kind: 'button', label: 'View your request', url: requestUrl(request.id, shop) }
  const outcome = wording.outcome === undefined ? [] : [facts(wording.outcome)]
  return {
    subject: wording.subject,
    heading: wording.heading,
    blocks: [paragraph(wording.text), ...outcome, summaryOf(request), link],
  }
}

function summaryOf(request: MailedServiceRequest): Block {
  return facts({
    'Your request': request.title,
    Company: request.company,
    Details: request.description,
    Location: request.address,
    'Raised on': dayOf(request.raisedAt),
  })
}

function receivedMail(request: Mailed, shop: Shop): MailContent {
  return serviceRequestMail(request, shop, {
    subject: 'We have received your service request',
    heading: 'We have received your request',
    text: 'Thank you for writing to us. Our team will read your request and get back to you.',
  })
}

function acknowledgedMail(request: Mailed, shop: Shop): MailContent {
  return serviceRequestMail(request, shop, {
    subject: 'We are working on your service request',
    heading: 'We are working on your request',
    text: 'Our team has read your request and is working on it.',
  })
}

function resolvedMail(request: Mailed, shop: Shop): MailContent {
  return serviceRequestMail(request, shop, {
    subject: 'Your service request is resolved',
    heading: 'Your request is resolved',
    text: 'We have completed your request. If anything is unresolved, please raise a new request.',
    outcome: { 'Our note': request.note },
  })
}

function declinedMail(request: Mailed, shop: Shop): MailContent {
  return serviceRequestMail(request, shop, {
    subject: 'About your service request',
    heading: 'We cannot help with this request',
    text: 'Sorry, we are unable to help with your request.',
    outcome: { Reason: request.reason },
  })
}

function withdrawnMail(request: Mailed, shop: Shop): MailContent {
  return serviceRequestMail(request, shop, {
    subject: 'Your service request is withdrawn',
    heading: 'Your request is withdrawn',
    text: 'As you asked, we have closed your request. You are welcome to raise another one at any time.',
  })
}

function replyOfShop(request: Mailed, shop: Shop): MailContent {
  return serviceRequestMail(request, shop, {
    subject: 'We have written to you about your service request',
    heading: 'We have written to you',
    text: 'There is a message for you about your service request. You can reply to it on our website.',
    outcome: { 'Our message': request.lastReply?.text },
  })
}

/** Holds nothing of the requester: it goes to another person, whose mails an erasure of the requester does not delete. */
function replyOfRequester(id: string, shop: Shop): MailContent {
  return {
    subject: 'A customer has written about a service request',
    heading: 'A customer has written about a service request',
    blocks: [
      paragraph('There is a new message about a service request.'),
      facts({ 'Service request': id }),
      {
        kind: 'button',
        label: 'Open the request',
        url: requestUrl(id, shop),
      },
    ],
  }
}

const templates = {
  'service-request-received': receivedMail,
  'service-request-acknowledged': acknowledgedMail,
  'service-request-resolved': resolvedMail,
  'service-request-declined': declinedMail,
  'service-request-withdrawn': withdrawnMail,
}

/** An ADMIN to whom the shop's mails go; `hasAddress` if the account has an email address. */
export type MailedAdmin = { id: string; hasAddress: boolean }

export type MailedServiceRequests = {
  /** Reads a request as of a revision. */
  requestAt: (id: string, revision: number) => Promise<MailedServiceRequest>
  /** The ADMIN who last worked on a request, or another one. */
  adminFor: (id: string, revision: number) => Promise<MailedAdmin>
}

export function serviceRequestMails(requests: MailedServiceRequests) {
  return {
    ...writersOf(templates, async ({ stream, revision }) => {
      const id = serviceRequestIdOf(stream)
      const subject = { ...(await requests.requestAt(id, revision)), id }
      return { subject, recipientId: subject.requester.id }
    }),
    'service-request-replied': repliedMails(requests),
  }
}

/** A mail to the other side. */
function repliedMails({ requestAt, adminFor }: MailedServiceRequests): MailWriter {
  return async ({ stream, revision }, shop) => {
    const id = serviceRequestIdOf(stream)
    const request = await requestAt(id, revision)
    if (request.lastReply === undefined) return { reason: 'The requester’s data was erased' }
    if (request.lastReply.from === 'shop')
      return { recipientId: request.requester.id, content: replyOfShop({ ...request, id }, shop) }
    const admin = await adminFor(id, revision)
    const address = admin.hasAddress ? {} : { address: shop.mailbox }
    return { recipientId: admin.id, content: replyOfRequester(id, shop), ...address }
  }
}
