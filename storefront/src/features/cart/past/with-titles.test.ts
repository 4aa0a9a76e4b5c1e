import { expect, test } from 'vitest'
import { factsOf } from '#modules/audit/domain/facts.ts'
import type { AuditEvent } from '#modules/audit/schema.ts'
import { cartSentences } from '#modules/cart/domain/wording.ts'
import { productsIn, withTitles } from './with-titles.ts'

const gone = '019ab6a4-0000-7000-8000-0000beef1234'
const products = new Map([
  ['bed', { title: 'Bed with $& rails' }],
  ['lamp', { title: 'Lamp' }],
  [gone, null],
])

function event(revision: number, productId: string): AuditEvent {
  const by = { id: 'a', name: 'Asha', role: 'USER' } as const
  const metadata = { correlationId: 'c', causationId: 'c', by, schemaVersion: 1 }
  const place = { id: String(revision), position: revision, stream: 'cart-1', revision, at: '2026-11-21T09:30:00Z' }
  const type = 'CartItemQuantitySet'
  const data = { productId, quantity: 2 }
  const sentence = `Asha ${cartSentences[type]({ ...place, type, data, metadata })}`
  return { ...place, ...metadata, category: 'cart', type, data, sentence, mails: [] }
}

const stateOf = (items: Record<string, number>) => ({
  revision: 1,
  at: '2026-11-21T09:30:00Z',
  facts: factsOf({ status: 'open', items }),
})

const history = {
  timeline: {
    stream: 'cart-1',
    category: 'cart',
    title: 'Cart 1',
    events: [event(0, gone), event(1, 'removed'), event(2, 'bed')],
    isCut: false,
    related: [
      { stream: 'product-lamp', label: 'Product lamp' },
      { stream: 'order-1', label: 'Order 1' },
    ],
  },
  state: stateOf({ [gone]: 2 }),
  now: stateOf({ bed: 2 }),
  other: stateOf({ lamp: 3 }),
}

test('the products of a history are those of its states and of its events, each once', () => {
  expect(productsIn(history)).toEqual([gone, 'bed', 'lamp', 'removed'])
  expect(productsIn({ ...history, other: undefined })).toEqual([gone, 'bed', 'removed'])
})

test('products are named by their titles, and by their ids if the shop no longer has them', () => {
  const { timeline, state, now, other } = withTitles(history, products)
  expect(timeline.events.map(({ sentence }) => sentence)).toEqual([
    `Asha put 2 of product ${gone} into the cart`,
    'Asha put 2 of product removed into the cart',
    'Asha put 2 of “Bed with $& rails” into the cart',
  ])
  expect(timeline.related.map(({ label }) => label)).toEqual(['Product “Lamp”', 'Order 1'])
  const labels = [state, now, other].map((one) => one?.facts.map(({ label }) => label))
  expect(labels).toEqual([
    ['Status', `Items, ${gone}`],
    ['Status', 'Items, “Bed with $& rails”'],
    ['Status', 'Items, “Lamp”'],
  ])
})
