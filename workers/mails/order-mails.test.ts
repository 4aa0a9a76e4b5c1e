import { describe, expect, test } from 'vitest'
import { Shipping } from '#modules/ordering/domain/events.ts'
import { mailAbout, mailContract } from '#test/workers/mail-contract.ts'
import { buyerId } from '#test/workers/mail-deps.ts'
import type { MailedOrder } from './content.ts'
import { orderMails } from './order-mails.ts'

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

/** Every field of a delivery address, also those to come. */
const shippingOf = (textOf: (field: string) => string) =>
  Object.fromEntries(Object.keys(Shipping.properties).map((field) => [field, textOf(field)]))

const writersOf = (changes: Partial<MailedOrder>) =>
  orderMails({ orderAt: (orderId) => Promise.resolve({ ...order, orderId, ...changes }) })

type Changes = { order?: Partial<MailedOrder>; name?: string }

const mailOf = (kind: string, { order: changes = {}, name = 'Asha Rao' }: Changes = {}) =>
  mailAbout({ kind, stream: 'order-ORD48210377', writers: writersOf(changes), name })

mailContract({
  stream: 'order-ORD48210377',
  subjects: {
    'order-placed': 'We have received your order ORD48210377',
    'order-confirmed': 'Your order ORD48210377 is confirmed',
    'order-dispatched': 'Your order ORD48210377 is on its way',
    'order-delivered': 'Your order ORD48210377 has been delivered',
    'order-cancelled': 'Your order ORD48210377 has been cancelled',
    'order-returned': 'Your order ORD48210377 has been returned',
  },
  writersOf: (text) =>
    writersOf({
      items: [{ title: text, company: text, brand: `${text} `, pricePaise: 100, quantity: 1 }],
      shipping: { ...order.shipping, ...shippingOf(() => text) },
      totalPaise: 100,
      carrier: text,
      trackingNumber: text,
      reason: text,
    }),
})

describe('a mail about an order', () => {
  test('names each field of the delivery address', async () => {
    const shipping = { ...order.shipping, ...shippingOf((field) => `the ${field}`) }
    const { text } = await mailOf('order-placed', { order: { shipping } })
    for (const field of Object.keys(Shipping.properties))
      expect(text, `add ${field} to delivery in order-parts.ts`).toContain(`the ${field}`)
  })

  test('lists the ordered goods, in rupees with Indian digit grouping, exclusive of GST', async () => {
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

  test('contains the date in Indian time', async () => {
    expect((await mailOf('order-placed')).text).toContain('20 November 2026')
  })

  test.each(['order-placed', 'order-confirmed', 'order-dispatched'])('%s contains the estimated days', async (kind) => {
    const expected = { from: '2026-11-23T20:00:00.000Z', to: '2026-11-28T20:00:00.000Z' }
    const { text, html } = await mailOf(kind, { order: { expected } })
    expect(text).toContain('Estimated delivery: 24 November 2026 to 29 November 2026')
    expect(html).toContain('24 November 2026 to 29 November 2026')
    expect((await mailOf(kind)).text).not.toContain('Estimated')
  })

  test('about a dispatch contains carrier and tracking number if known', async () => {
    const { text, html } = await mailOf('order-dispatched')
    for (const part of [text, html]) expect(part).toMatch(/Carrier[^]*Bluedart[^]*Tracking number[^]*BD123456789IN/)
    const bare = await mailOf('order-dispatched', { order: { carrier: undefined, trackingNumber: undefined } })
    expect(bare.text + bare.html).not.toMatch(/Carrier|Tracking|undefined/)
  })

  test.each(['order-cancelled', 'order-returned'])('%s contains the reason', async (kind) => {
    const { text, html } = await mailOf(kind)
    expect(text).toContain('Reason: The buyer asked for a larger model')
    expect(html).toContain('The buyer asked for a larger model')
  })

  test('links only to the storefront, whatever the order id contains', async () => {
    const { html } = await mailOf('order-placed', { order: { orderId: '../@evil.example?"><b>' } })
    expect(html).toContain('https://shop.example/my-orders/..%2F%40evil.example%3F%22%3E%3Cb%3E')
  })
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
