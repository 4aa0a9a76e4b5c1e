import { expect, test } from 'vitest'
import { mailAbout, mailContract } from '#test/workers/mail-contract.ts'
import { buyerId } from '#test/workers/mail-needs.ts'
import type { MailedServiceRequest } from './content.ts'
import { serviceRequestMails } from './service-request-mails.ts'

const request: MailedServiceRequest = {
  raisedAt: '2026-11-20T05:00:00.000Z',
  requester: { id: buyerId },
  title: 'Ventilator service',
  company: 'City Clinic',
  description: 'It beeps.',
  address: 'Ward 3, Pune',
  note: 'The valve was replaced',
  reason: 'We have no engineer in Leh',
}

const writersOf = (changes: Partial<MailedServiceRequest>) =>
  serviceRequestMails({ requestAt: () => Promise.resolve({ ...request, ...changes }) })

const mailOf = (kind: string, changes: Partial<MailedServiceRequest> = {}) =>
  mailAbout({ kind, stream: 'serviceRequest-17', writers: writersOf(changes) })

mailContract({
  stream: 'serviceRequest-17',
  subjects: {
    'service-request-received': 'We have received your service request',
    'service-request-acknowledged': 'We are working on your service request',
    'service-request-resolved': 'Your service request is resolved',
    'service-request-declined': 'About your service request',
    'service-request-withdrawn': 'Your service request is withdrawn',
  },
  writersOf: (text) =>
    writersOf({ title: text, company: text, description: text, address: text, note: text, reason: text }),
})

test('a mail about a service request links to the list of requests', async () => {
  const { text, html } = await mailOf('service-request-declined')
  for (const part of [text, html]) expect(part).toContain('https://shop.example/my-orders/requests')
})

test('a mail about a resolved or declined request gives the note or reason', async () => {
  expect((await mailOf('service-request-resolved')).text).toContain('Our note: The valve was replaced')
  expect((await mailOf('service-request-declined')).text).toContain('Reason: We have no engineer in Leh')
  expect((await mailOf('service-request-resolved', { note: undefined })).text).not.toContain('Our note')
})
