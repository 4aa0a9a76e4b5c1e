import { expect, test } from 'vitest'
import { mailAbout, mailContract } from '#test/workers/mail-contract.ts'
import { buyerId, shop } from '#test/workers/mail-deps.ts'
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
  lastReply: { text: 'We come on Monday', from: 'shop' },
}

const adminId = '01940000-0000-7000-8000-00000000000b'

const writersOf = (changes: Partial<MailedServiceRequest>, hasAddress = true) =>
  serviceRequestMails({
    requestAt: () => Promise.resolve({ ...request, ...changes }),
    adminFor: () => Promise.resolve({ id: adminId, hasAddress }),
  })

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
    'service-request-replied': 'We have written to you about your service request',
  },
  writersOf: (text) =>
    writersOf({
      title: text,
      company: text,
      description: text,
      address: text,
      note: text,
      reason: text,
      lastReply: { text, from: 'shop' },
    }),
})

test('a mail about a service request links to it', async () => {
  const { text, html } = await mailOf('service-request-declined')
  for (const part of [text, html]) expect(part).toContain('https://shop.example/my-orders/requests/17')
})

test('a mail about a resolved or declined request contains the note or reason', async () => {
  expect((await mailOf('service-request-resolved')).text).toContain('Our note: The valve was replaced')
  expect((await mailOf('service-request-declined')).text).toContain('Reason: We have no engineer in Leh')
  expect((await mailOf('service-request-resolved', { note: undefined })).text).not.toContain('Our note')
})

test('a reply of the requester goes to the admin, without a word of the requester', async () => {
  const lastReply = { text: 'When do you come?', from: 'requester' } as const
  const [toAdmin, toShop] = await Promise.all(
    [true, false].map((hasAddress) => {
      const { 'service-request-replied': write } = writersOf({ lastReply }, hasAddress)
      return write({ stream: 'serviceRequest-17', revision: 3 }, shop)
    }),
  )
  expect(toAdmin).toMatchObject({ recipientId: adminId })
  expect(toAdmin).not.toHaveProperty('address')
  expect(toShop).toMatchObject({ recipientId: adminId, address: shop.mailbox })
  expect(JSON.stringify(toAdmin)).toContain('https://shop.example/my-orders/requests/17')
  expect(JSON.stringify(toAdmin)).not.toMatch(/When do you come|Ventilator|City Clinic|Ward 3/)
})

test('a reply of the shop is in its mail', async () => {
  expect((await mailOf('service-request-replied')).text).toContain('Our message: We come on Monday')
})
