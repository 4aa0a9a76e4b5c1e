import { serviceRequestIdOf } from '#modules/service-requests/domain/events.ts'
import {
  facts,
  paragraph,
  writersOf,
  type Block,
  type MailContent,
  type MailedServiceRequest,
  type Shop,
} from './content.ts'
import { dayOf } from './order-parts.ts'

type Wording = { subject: string; heading: string; text: string; outcome?: Record<string, string | undefined> }

function serviceRequestMail(request: MailedServiceRequest, shop: Shop, wording: Wording): MailContent {
  const link: Block = { kind: 'button', label: 'View your requests', url: `${shop.publicUrl}/my-orders/requests` }
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

function receivedMail(request: MailedServiceRequest, shop: Shop): MailContent {
  return serviceRequestMail(request, shop, {
    subject: 'We have received your service request',
    heading: 'We have received your request',
    text: 'Thank you for writing to us. Our team will read your request and get back to you.',
  })
}

function acknowledgedMail(request: MailedServiceRequest, shop: Shop): MailContent {
  return serviceRequestMail(request, shop, {
    subject: 'We are working on your service request',
    heading: 'We are working on your request',
    text: 'Our team has read your request and is working on it.',
  })
}

function resolvedMail(request: MailedServiceRequest, shop: Shop): MailContent {
  return serviceRequestMail(request, shop, {
    subject: 'Your service request is resolved',
    heading: 'Your request is resolved',
    text: 'We have completed your request. Should anything be left open, please raise a new one and we will see to it.',
    outcome: { 'Our note': request.note },
  })
}

function declinedMail(request: MailedServiceRequest, shop: Shop): MailContent {
  return serviceRequestMail(request, shop, {
    subject: 'About your service request',
    heading: 'We cannot help with this request',
    text: 'We are sorry: we are not able to take up your request.',
    outcome: { Reason: request.reason },
  })
}

function withdrawnMail(request: MailedServiceRequest, shop: Shop): MailContent {
  return serviceRequestMail(request, shop, {
    subject: 'Your service request is withdrawn',
    heading: 'Your request is withdrawn',
    text: 'As you asked, we have closed your request. You are welcome to raise another one at any time.',
  })
}

const templates = {
  'service-request-received': receivedMail,
  'service-request-acknowledged': acknowledgedMail,
  'service-request-resolved': resolvedMail,
  'service-request-declined': declinedMail,
  'service-request-withdrawn': withdrawnMail,
}

/** Reads a request as of a revision. */
export type MailedServiceRequests = { requestAt: (id: string, revision: number) => Promise<MailedServiceRequest> }

export function serviceRequestMails({ requestAt }: MailedServiceRequests) {
  return writersOf(templates, async ({ stream, revision }) => {
    const thing = await requestAt(serviceRequestIdOf(stream), revision)
    return { thing, recipientId: thing.requester.id }
  })
}
