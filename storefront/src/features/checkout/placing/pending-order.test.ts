import { describe, expect, it } from 'vitest'
import { dropDrafts } from '../../../lib/forms/drafts.ts'
import { noStorage, storageInMemory } from '../../../lib/storage/storage-in-memory.ts'
import type { Storage } from '../../../lib/storage/storage.ts'
import { emptyForm } from '../checkout.ts'
import { createPendingOrders } from './pending-order.ts'

const item = { id: 'p1', title: 'Monitor', company: 'A', brand: 'A', price: 84_500, logoUrl: '', quantity: 2 }
const form = {
  ...emptyForm,
  name: 'Asha Rao',
  shippingMobile: '9820012345',
  address: '12 MG Road',
  city: 'Pune',
  state: 'Maharashtra',
  zipCode: '411001',
}
const draft = { items: [item], form, cartId: 'c1' }

let made = 0
const orders = (storage: Storage, name = 'checkout') =>
  createPendingOrders({ storage, name, newKey: () => `key${++made}`, now: () => 1_763_000_000_000 + ++made })

describe.each([
  ['in the tab’s storage', storageInMemory],
  ['without storage', () => noStorage],
])('a pending order, %s', (_where, open) => {
  it('keeps its key and payload when it is sent again, even under another cart id', () => {
    const pending = orders(open())
    const first = pending.start('asha', draft)
    expect(pending.again('asha', draft)).toEqual(first)
    expect(pending.again('asha', { ...draft, cartId: null })).toEqual(first)
    expect(pending.find('asha')).toMatchObject({ orderId: first.payload.orderId, cartId: 'c1' })
  })

  it('is a different order if its lines, prices or address differ', () => {
    const pending = orders(open())
    const first = pending.start('asha', draft)
    expect(pending.again('asha', { ...draft, items: [{ ...item, quantity: 3 }] })).toBeUndefined()
    expect(pending.again('asha', { ...draft, items: [{ ...item, price: 1 }] })).toBeUndefined()
    expect(pending.again('asha', { ...draft, form: { ...form, city: 'Nashik' } })).toBeUndefined()
    expect(pending.start('asha', { ...draft, items: [] }).key).not.toBe(first.key)
    expect(pending.again('asha', draft)).toBeUndefined()
  })

  it('is removed only once', () => {
    const pending = orders(open())
    const { key } = pending.start('asha', draft)
    expect(pending.remove('asha', 'another key')).toBe(false)
    expect(pending.remove('asha', key)).toBe(true)
    expect(pending.remove('asha', key)).toBe(false)
    expect(pending.again('asha', draft)).toBeUndefined()
  })

  it('belongs to its owner alone', () => {
    const pending = orders(open())
    const { key } = pending.start('asha', draft)
    expect(pending.find('ravi')).toBeUndefined()
    expect(pending.again('ravi', draft)).toBeUndefined()
    expect(pending.remove('ravi', key)).toBe(false)
  })
})

describe('an order kept by the tab', () => {
  it('survives a reload, for its own form', () => {
    const storage = storageInMemory()
    const first = orders(storage).start('asha', draft)
    expect(orders(storage).again('asha', draft)).toEqual(first)
    expect(orders(storage, 'order p1').find('asha')).toBeUndefined()
  })

  it('is discarded at logout, and a late response does not restore it', () => {
    const storage = storageInMemory()
    const pending = orders(storage)
    const { key } = pending.start('asha', draft)
    dropDrafts(storage)
    expect(orders(storage).find('asha')).toBeUndefined()
    expect(pending.remove('asha', key)).toBe(false)
    expect(storage.read('drafts')).toBeNull()
  })
})
