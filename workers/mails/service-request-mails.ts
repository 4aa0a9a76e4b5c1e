import { facts, paragraph, type Block, type MailContent, type MailedServiceRequest, type Shop } from './content.ts'
import { dayOf } from './order-parts.ts'

type Says = { subject: string; heading: string; text: string; outcome?: Record<string, string | undefined> }

function serviceRequestMail(request: MailedServiceRequest, shop: Shop, says: Says): MailContent {
  const link: Block = { kind: 'button', label: 'View your requests', url: `${shop.publicUrl}/my-orders/requests` }
  const outcome = says.outcome === undefined ? [] : [facts(says.outcome)]
  return {
    subject: says.subject,
    heading: says.heading,
    blocks: [paragraph(says.text), ...outcome, summaryOf(request), link],
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

export function serviceRequestReceivedMail(request: MailedServiceRequest, shop: Shop): MailContent {
  return serviceRequestMail(request, shop, {
    subject: 'We have received your service request',
    heading: 'We have received your request',
    text: 'Thank you for writing to us. Our team will read your request and get back to you.',
  })
}

export function serviceRequestAcknowledgedMail(request: MailedServiceRequest, shop: Shop): MailContent {
  return serviceRequestMail(request, shop, {
    subject: 'We are working on your service request',
    heading: 'We are working on your request',
    text: 'Our team has read your request and is working on it.',
  })
}

export function serviceRequestResolvedMail(request: MailedServiceRequest, shop: Shop): MailContent {
  return serviceRequestMail(request, shop, {
    subject: 'Your service request is resolved',
    heading: 'Your request is resolved',
    text: 'We have completed your request. Should anything be left open, please raise a new one and we will see to it.',
    outcome: { 'Our note': request.note },
  })
}

export function serviceRequestDeclinedMail(request: MailedServiceRequest, shop: Shop): MailContent {
  return serviceRequestMail(request, shop, {
    subject: 'About your service request',
    heading: 'We cannot help with this request',
    text: 'We are sorry: we are not able to take up your request.',
    outcome: { Reason: request.reason },
  })
}

export function serviceRequestWithdrawnMail(request: MailedServiceRequest, shop: Shop): MailContent {
  return serviceRequestMail(request, shop, {
    subject: 'Your service request is withdrawn',
    heading: 'Your request is withdrawn',
    text: 'As you asked, we have closed your request. You are welcome to raise another one at any time.',
  })
}
