import { describe, expect, test } from 'vitest'
import { composeMail, type MailData, type MailKind } from './compose-mail.ts'
import type { MailedOrder, MailedServiceRequest } from './content.ts'

const shop = { name: 'Sanjeevani Medical', publicUrl: 'https://shop.example' }
const buyerId = '01940000-0000-7000-8000-00000000000a'

const order: MailedOrder = {
  orderId: 'ORD48210377',
  placedAt: '2026-11-19T20:00:00.000Z',
  buyer: { id: buyerId },
  items: [
    {
      title: 'VM-12 Patient Monitor',
      company: 'Aarogya Meditech',
      brand: 'Aarogya',
      pricePaise: 12_450_000,
      quantity: 2,
    },
    { title: 'ECG Cable', company: 'Aarogya', brand: 'Aarogya', pricePaise: 99_950, quantity: 10 },
  ],
  shipping: {
    name: 'Asha Rao',
    mobile: '9820012345',
    address: '12 MG Road',
    city: 'Pune',
    state: 'Maharashtra',
    zipCode: '411001',
  },
  totalPaise: 25_899_500,
  carrier: 'Bluedart',
  trackingNumber: 'BD123456789IN',
  reason: 'The buyer asked for a larger model',
}

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

type Told = { order?: Partial<MailedOrder>; request?: Partial<MailedServiceRequest>; name?: string }

async function mailOf(kind: string, told: Told = {}) {
  const data: MailData = {
    orderAt: (orderId) => Promise.resolve({ ...order, orderId, ...told.order }),
    serviceRequestAt: () => Promise.resolve({ ...request, ...told.request }),
    account: (id) =>
      Promise.resolve(id === buyerId ? { name: told.name ?? 'Asha Rao', email: 'asha@clinic.in' } : undefined),
  }
  const stream = kind.startsWith('order') ? 'order-ORD48210377' : 'serviceRequest-17'
  const mail = await composeMail({ id: 'n1', kind, stream, revision: 3 }, { data, shop })
  if ('reason' in mail) throw new Error(mail.reason)
  return mail
}

const subjects: Record<MailKind, string> = {
  'order-placed': 'We have received your order ORD48210377',
  'order-confirmed': 'Your order ORD48210377 is confirmed',
  'order-dispatched': 'Your order ORD48210377 is on its way',
  'order-delivered': 'Your order ORD48210377 has been delivered',
  'order-cancelled': 'Your order ORD48210377 has been cancelled',
  'order-returned': 'Your order ORD48210377 has been returned',
  'service-request-received': 'We have received your service request',
  'service-request-acknowledged': 'We are working on your service request',
  'service-request-resolved': 'Your service request is resolved',
  'service-request-declined': 'About your service request',
  'service-request-withdrawn': 'Your service request is withdrawn',
}
const kinds = Object.keys(subjects)

describe('every mail', () => {
  test.each(Object.entries(subjects))('%s has its subject, and goes to the account', async (kind, subject) => {
    const mail = await mailOf(kind)
    expect(mail).toMatchObject({ id: 'n1', subjectId: buyerId, subject })
    expect(mail.to).toEqual({ name: 'Asha Rao', address: 'asha@clinic.in' })
    expect(mail.text).toContain('Dear Asha Rao,')
    expect(mail.html).toContain('Dear Asha Rao,')
  })

  test.each(kinds)('%s loads nothing from anywhere, and links to the shop alone', async (kind) => {
    const { html } = await mailOf(kind)
    expect(html).not.toMatch(/<(img|link|script|iframe)|src=|url\(|@import/i)
    const links = [...html.matchAll(/https?:\/\/[^\s"<]+/g)].map(([link]) => link)
    expect(links.every((link) => link.startsWith('https://shop.example/'))).toBe(true)
  })
})

describe('a mail about an order', () => {
  test('shows what was ordered, in rupees and Indian grouping, exclusive of GST', async () => {
    const { text, html } = await mailOf('order-placed')
    for (const part of [text, html]) {
      for (const shown of ['VM-12 Patient Monitor', '₹1,24,500.00', '₹2,49,000.00', '₹9,995.00', '₹2,58,995.00'])
        expect(part).toContain(shown)
      expect(part).toContain('Total, exclusive of GST')
      expect(part).toContain('Cash on delivery')
      expect(part).toContain('12 MG Road, Pune, Maharashtra 411001')
      expect(part).toContain('https://shop.example/my-orders/ORD48210377')
    }
  })

  test('names the day as it was in India', async () => {
    expect((await mailOf('order-placed')).text).toContain('20 November 2026')
  })

  test('about a service request leads to the requests', async () => {
    const { text, html } = await mailOf('service-request-declined')
    for (const part of [text, html]) expect(part).toContain('https://shop.example/my-orders/requests')
  })

  test('of its dispatch names carrier and tracking number, where there are any', async () => {
    const { text, html } = await mailOf('order-dispatched')
    for (const part of [text, html]) expect(part).toMatch(/Carrier[^]*Bluedart[^]*Tracking number[^]*BD123456789IN/)
    const bare = await mailOf('order-dispatched', { order: { carrier: undefined, trackingNumber: undefined } })
    expect(bare.text + bare.html).not.toMatch(/Carrier|Tracking|undefined/)
  })

  test.each(['order-cancelled', 'order-returned'])('%s gives the reason', async (kind) => {
    const { text, html } = await mailOf(kind)
    expect(text).toContain('Reason: The buyer asked for a larger model')
    expect(html).toContain('The buyer asked for a larger model')
  })

  test('leads nowhere else, whatever the order id holds', async () => {
    const { html } = await mailOf('order-placed', { order: { orderId: '../@evil.example?"><b>' } })
    expect(html).toContain('https://shop.example/my-orders/..%2F%40evil.example%3F%22%3E%3Cb%3E')
  })
})

test('a mail about a resolved or declined request says what came of it', async () => {
  expect((await mailOf('service-request-resolved')).text).toContain('Our note: The valve was replaced')
  expect((await mailOf('service-request-declined')).text).toContain('Reason: We have no engineer in Leh')
  expect((await mailOf('service-request-resolved', { request: { note: undefined } })).text).not.toContain('Our note')
})

test('there is no mail for an account that is gone or has no address, and none of a kind that nobody knows', async () => {
  const data: MailData = {
    orderAt: () => Promise.resolve(order),
    serviceRequestAt: () => Promise.resolve(request),
    account: () => Promise.resolve(undefined),
  }
  const about = { id: 'n1', stream: 'order-ORD48210377', revision: 0 }
  expect(await composeMail({ ...about, kind: 'order-placed' }, { data, shop })).toEqual({
    reason: 'The account no longer exists',
    goneId: order.buyer.id,
  })
  const unreachable = { ...data, account: () => Promise.resolve({ name: 'Meera', email: undefined }) }
  expect(await composeMail({ ...about, kind: 'order-placed' }, { data: unreachable, shop })).toEqual({
    reason: 'The account has no e-mail address',
  })
  await expect(composeMail({ ...about, kind: 'toString' }, { data, shop })).rejects.toThrow('toString')
})

test('spells names in Indian scripts as they were typed, joiners included', async () => {
  const name = 'दर\u094d\u200dया ರಾಜ\u0ccd\u200cಕುಮಾರ್'
  const { to, text, html } = await mailOf('order-placed', {
    order: { shipping: { ...order.shipping, address: `${name}, १२` } },
    name,
  })
  expect(to.name).toBe(name)
  for (const part of [text, html]) {
    expect(part).toContain(`Dear ${name},`)
    expect(part).toContain(`${name}, १२, Pune`)
  }
})

/** Reliability S24: whatever a person typed stays text. */
const hostile = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'><svg/onload=alert(1)>",
  '</td></tr></table><h1>Pay here</h1>',
  '<a href="javascript:alert(1)">x</a>',
  '&lt;b&gt; & &#60;',
  '${7*7} {{7*7}}',
  'line\r\n.\r\nBcc: evil@example.com\r\n\u2028\u202e',
]

const tagsOf = (html: string) => html.match(/<[^>]*>/g)

describe.each(hostile)('typed by a person, %j', (text) => {
  const item = { title: text, company: text, brand: `${text} `, pricePaise: 100, quantity: 1 }
  const shipping = { name: text, mobile: text, address: text, city: text, state: text, zipCode: text }
  const told = { carrier: text, trackingNumber: text, reason: text }
  const evil: Told = {
    order: { items: [item], shipping, totalPaise: 100, ...told },
    request: { title: text, company: text, description: text, address: text, note: text, reason: text },
    name: text,
  }
  const kind = { title: 'x', company: 'x', brand: 'y', pricePaise: 100, quantity: 1 }
  const benign: Told = { order: { items: [kind], totalPaise: 100 } }

  test.each(kinds)('changes nothing about the shape of %s', async (mailKind) => {
    expect(tagsOf((await mailOf(mailKind, evil)).html)).toEqual(tagsOf((await mailOf(mailKind, benign)).html))
  })

  test.each(kinds)('begins no line of its own in the plain text of %s', async (mailKind) => {
    const lines = (await mailOf(mailKind, evil)).text.split('\n')
    expect(lines.filter((line) => /^(\.|Bcc:|\r)/.test(line))).toEqual([])
  })
})
