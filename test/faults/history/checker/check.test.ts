import { expect, test } from 'vitest'
import type { Call, Op } from '../record/call.ts'
import { done, refused, unknown, writeHistory, type WrittenHistory } from './written-history.ts'

const lines = [{ productId: 'p', quantity: 2, pricePaise: 500 }]
const place: Op = { on: 'order', do: 'place', lines, cartId: 'c' }
const key = { name: 'POST /api/orders k1', body: 'b1' }
const read = { on: 'order', do: 'read', orderId: 'ORD1' } as const
const confirm = { on: 'order', do: 'confirm', orderId: 'ORD1' } as const
const receipt = { id: 'ORD1', status: 'received', totalPaise: 1_000 }
const admin = { account: 'admin', isAdmin: true }
const set = (quantity: number, cartId = 'c'): Op => ({ on: 'cart', do: 'set', cartId, productId: 'p', quantity })

function ordered(history: WrittenHistory, by: string, changes: Record<string, unknown> = {}): number {
  const data = { buyer: { id: 'asha' }, items: lines, totalPaise: 1_000, cartId: 'c', ...changes }
  return history.event('order-ORD1', 'OrderPlaced', { by, ...data })
}

/** One order, accepted under a key. */
function orderTaken() {
  const history = writeHistory()
  const by = history.call(place, done(201, receipt, { text: 'ORD1', position: 1 }), { key })
  ordered(history, by)
  return { history, by }
}

/** A cart whose quantity was set once, and its order, whose first response was lost. */
function wholeHistory(): WrittenHistory {
  const history = writeHistory()
  const setOnce = history.call(set(2), done(200, { items: { p: 2 }, revision: 0 }, { position: 1 }))
  history.event('cart-c', 'CartItemQuantitySet', { by: setOnce, productId: 'p', quantity: 2 })
  const lost = history.call(place, unknown, { key })
  ordered(history, lost)
  history.call(place, done(201, receipt, { text: 'ORD1', position: 2 }), { key })
  history.call(place, done(201, receipt, { text: 'ORD1', position: 2 }), { key })
  history.event('cart-c', 'CartCheckedOut', { by: lost, orderId: 'ORD1' })
  history.call(set(3), refused(409))
  history.call(place, refused(422), { key: { ...key, body: 'b2' } })
  const confirmed = history.call(confirm, done(200, { status: 'confirmed', revision: 1 }, { position: 4 }), admin)
  history.event('order-ORD1', 'OrderConfirmed', { by: confirmed })
  history.call(read, done(200, { status: 'confirmed', revision: 1 }))
  history.call(confirm, refused(409), admin)
  const rows = [{ id: 'ORD1', revision: 1, status: 'confirmed' }]
  history.call({ on: 'list', of: 'orders', whose: 'own', size: 10 }, done(200, { rows }), { minPosition: 4 })
  return history
}

test('accepts a cart, its order under a key whose first response was lost, and a step', () => {
  expect(wholeHistory().violations()).toEqual([])
})

test('accepts calls without a response, with an effect and without', () => {
  const history = writeHistory()
  const lost = history.call(set(2), unknown)
  history.event('cart-c', 'CartItemQuantitySet', { by: lost, productId: 'p', quantity: 2 })
  history.call(set(7), unknown)
  history.call({ on: 'cart', do: 'read', cartId: 'c' }, done(200, { items: { p: 2 }, revision: 0 }))
  expect(history.violations()).toEqual([])
})

test('rejects a lost write: an order was confirmed to its buyer but is not in the log', () => {
  const { history } = orderTaken()
  history.events.pop()
  expect(history.broken()).toEqual(['linearizable', 'nothing lost'])
})

test('rejects a lost write: two changes were confirmed at one revision, but only one is in the log', () => {
  const history = writeHistory()
  const one = history.call(set(2), done(200, { items: { p: 2 }, revision: 0 }))
  history.call(set(3), done(200, { items: { p: 3 }, revision: 0 }))
  history.event('cart-c', 'CartItemQuantitySet', { by: one, productId: 'p', quantity: 2 })
  expect(history.broken()).toEqual(['linearizable'])
})

test('rejects a duplicate order: two attempts under one key created two', () => {
  const { history } = orderTaken()
  const again = history.call(place, unknown, { key })
  history.event('order-ORD2', 'OrderPlaced', { by: again, buyer: { id: 'asha' }, items: lines, totalPaise: 1_000 })
  expect(history.broken()).toContain('nothing doubled')
})

test('rejects two different successes under one key: another order, another text', () => {
  const { history, by } = orderTaken()
  history.call(place, done(201, receipt, { text: 'ORD1 again' }), { key })
  expect(history.broken()).toEqual(['one success under a key'])
  history.calls.pop()
  history.call(place, done(201, receipt, { text: 'ORD1' }), { key: { ...key, body: 'b2' } })
  expect(history.broken()).toContain('one success under a key')
  expect(by).toBe('call 1')
})

test('rejects a response that belongs to another account', () => {
  const { history } = orderTaken()
  history.call(place, done(201, receipt, { text: 'ORD1' }), { key, account: 'ravi' })
  expect(history.broken()).toContain('nothing lost')
})

test('rejects a key that blocks another account', () => {
  const { history } = orderTaken()
  history.call(place, refused(422), { key: { ...key, body: 'b2' }, account: 'ravi' })
  expect(history.broken()).toEqual(['a key excludes no one else'])
})

test('rejects a refusal under a key that has already succeeded', () => {
  const { history } = orderTaken()
  history.call(place, refused(409, 'The price has changed'), { key })
  expect(history.broken()).toEqual(['one success under a key'])
})

test('rejects a call without a response that was not sent again', () => {
  const history = writeHistory()
  history.call(place, unknown, { key })
  expect(history.broken()).toEqual(['every unknown is settled'])
})

test('rejects a stale read of a stream', () => {
  const { history } = orderTaken()
  const by = history.call(confirm, done(200, { status: 'confirmed', revision: 1 }), admin)
  history.event('order-ORD1', 'OrderConfirmed', { by })
  history.call(read, done(200, { status: 'received', revision: 0 }))
  expect(history.broken()).toEqual(['linearizable'])
})

test('accepts two overlapping steps if one is confirmed, and rejects them if both are', () => {
  const { history } = orderTaken()
  const by = history.call(confirm, done(200, { status: 'confirmed', revision: 1 }), { ...admin, endedAt: 9 })
  history.event('order-ORD1', 'OrderConfirmed', { by })
  history.call(confirm, refused(409), admin)
  expect(history.broken()).toEqual([])
  history.call(confirm, done(200, { status: 'confirmed', revision: 1 }), admin)
  expect(history.broken()).toEqual(['linearizable'])
})

test('rejects an effect of a refused call, and an event that no call caused', () => {
  const history = writeHistory()
  const by = history.call(place, refused(409, 'The price has changed'), { key })
  ordered(history, by)
  expect(history.broken()).toContain('a refusal changes nothing')
  ordered(history, 'nobody')
  expect(history.broken()).toContain('nothing without a cause')
})

test('rejects a write that is ordered before one confirmed earlier', () => {
  const { history } = orderTaken()
  const later = history.call(set(1, 'd'), done(200, { items: { p: 1 }, revision: 0 }))
  history.event('cart-d', 'CartItemQuantitySet', { by: later, productId: 'p', quantity: 1 })
  expect(history.broken()).toEqual([])
  const [first, second] = history.events
  if (first === undefined || second === undefined) throw new Error('no events')
  history.events.splice(0, 2, { ...second, position: 1 }, { ...first, position: 2 })
  expect(history.broken()).toEqual(['order in time'])
})

test('rejects an order whose lines or total differ from what its buyer sent', () => {
  for (const changes of [{ totalPaise: 900 }, { items: [{ productId: 'p', quantity: 1, pricePaise: 1_000 }] }]) {
    const history = writeHistory()
    ordered(history, history.call(place, done(201, { id: 'ORD1' }, { text: 'ORD1' }), { key }), changes)
    expect(history.broken()).toContain('orders conserve lines and paise')
  }
})

test('rejects a second order of one cart', () => {
  const { history } = orderTaken()
  const other = { name: 'POST /api/orders k2', body: 'b1' }
  const by = history.call(place, done(201, { ...receipt, id: 'ORD2' }, { text: 'ORD2' }), { key: other })
  const data = { buyer: { id: 'asha' }, items: lines, totalPaise: 1_000, cartId: 'c' }
  history.event('order-ORD2', 'OrderPlaced', { by, ...data })
  expect(history.broken()).toEqual(['a cart becomes one order'])
})

/** Cart `d` is claimed while the account has cart `c`, which is merged into it. */
function merged(quantity: number): WrittenHistory {
  const history = writeHistory()
  const first = history.call({ on: 'cart', do: 'claim', cartId: 'c' }, done(200, { items: {}, revision: 0 }))
  history.event('cart-c', 'CartClaimed', { by: first, accountId: 'asha' })
  const setTo = history.call(set(5), done(200, { items: { p: 5 }, revision: 1 }))
  history.event('cart-c', 'CartItemQuantitySet', { by: setTo, productId: 'p', quantity: 5 })
  const claim: Op = { on: 'cart', do: 'claim', cartId: 'd' }
  const by = history.call(claim, done(200, { items: { p: quantity }, revision: 1 }))
  history.event('cart-d', 'CartClaimed', { by, accountId: 'asha', mergedFrom: 'c' })
  history.event('cart-d', 'CartItemQuantitySet', { by, productId: 'p', quantity })
  history.event('cart-c', 'CartCleared', { by, mergedInto: 'd' })
  return history
}

test('accepts a merged cart, and rejects one that lost units', () => {
  expect(merged(5).violations()).toEqual([])
  expect(merged(4).broken()).toEqual(['merged carts conserve lines'])
})

test('rejects a list that lacks what the caller has written, or shows an earlier state of it', () => {
  const list: Op = { on: 'list', of: 'orders', whose: 'own', size: 10 }
  const rows = [{ id: 'ORD1', revision: 0, status: 'received' }]
  const shown = (seen: { rows: typeof rows }, more: Partial<Call> = {}) => {
    const { history } = orderTaken()
    const by = history.call(confirm, done(200, { status: 'confirmed', revision: 1 }, { position: 2 }), admin)
    history.event('order-ORD1', 'OrderConfirmed', { by })
    history.call(list, done(200, seen), more)
    return history.broken()
  }
  expect(shown({ rows })).toEqual([])
  expect(shown({ rows }, { minPosition: 1 })).toEqual([])
  expect(shown({ rows }, { minPosition: 2 })).toEqual(['read your writes'])
  expect(shown({ rows: [] }, { minPosition: 1 })).toEqual(['read your writes'])
  expect(shown({ rows: [{ id: 'ORD1', revision: 0, status: 'confirmed' }] })).toEqual(['read your writes'])
  expect(shown({ rows }, { account: 'ravi' })).toEqual(['read your writes'])
})

const facts = (pricePaise: number) => ({ title: 't', pricePaise, qty: 1 })

/** The violations for this price, after it was 100 and then 200. */
function brokenByPrice(pricePaise: number, minPosition?: number): string[] {
  const history = writeHistory()
  const added = history.call({ on: 'product', do: 'add', facts: facts(100) }, done(201, { id: 'p' }), admin)
  history.event('product-p', 'ProductAdded', { by: added, ...facts(100) })
  const revise: Op = { on: 'product', do: 'revise', productId: 'p', facts: facts(200) }
  const by = history.call(revise, done(200, { facts: facts(200), revision: 1 }), admin)
  history.event('product-p', 'ProductPriceChanged', { by, from: 100, to: 200 })
  history.call({ on: 'list', of: 'product', productId: 'p' }, done(200, { facts: facts(pricePaise) }), { minPosition })
  return history.broken()
}

test('rejects a product at a price that it no longer has, or never had', () => {
  expect(brokenByPrice(100)).toEqual([])
  expect(brokenByPrice(200, 2)).toEqual([])
  expect(brokenByPrice(100, 2)).toEqual(['read your writes'])
  expect(brokenByPrice(300)).toEqual(['read your writes'])
})

test('rejects a response with an unexpected error', () => {
  const history = writeHistory()
  history.call({ on: 'cart', do: 'read', cartId: 'c' }, { kind: 'unknown', status: 500 })
  history.call({ on: 'cart', do: 'read', cartId: 'c' }, { kind: 'unknown', status: 503 })
  expect(history.violations().map(({ law, what }) => `${law}: ${what}`)).toEqual([
    'no unexpected error: call 1 {"on":"cart","do":"read","cartId":"c"} was answered with 500',
  ])
})
