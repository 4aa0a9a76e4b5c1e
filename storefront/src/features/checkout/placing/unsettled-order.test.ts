import { describe, expect, it } from 'vitest'
import { dropDrafts } from '../../../lib/forms/drafts.ts'
import { noStorage, storageInMemory } from '../../../lib/storage/storage-in-memory.ts'
import type { Storage } from '../../../lib/storage/storage.ts'
import { emptyForm } from '../checkout.ts'
import { createUnsettledOrders } from './unsettled-order.ts'

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
  createUnsettledOrders({ storage, name, newKey: () => `key${++made}`, now: () => 1_763_000_000_000 + ++made })

describe.each([
  ['in the tab’s storage', storageInMemory],
  ['without storage', () => noStorage],
])('an unsettled order, %s', (_where, open) => {
  it('keeps its key and payload when it is sent again, even under another cart id', () => {
    const unsettled = orders(open())
    const first = unsettled.start('asha', draft)
    expect(unsettled.again('asha', draft)).toEqual(first)
    expect(unsettled.again('asha', { ...draft, cartId: null })).toEqual(first)
    expect(unsettled.find('asha')).toMatchObject({ orderId: first.payload.orderId, cartId: 'c1' })
  })

  it('is a different order if its lines, prices or address differ', () => {
    const unsettled = orders(open())
    const first = unsettled.start('asha', draft)
    expect(unsettled.again('asha', { ...draft, items: [{ ...item, quantity: 3 }] })).toBeUndefined()
    expect(unsettled.again('asha', { ...draft, items: [{ ...item, price: 1 }] })).toBeUndefined()
    expect(unsettled.again('asha', { ...draft, form: { ...form, city: 'Nashik' } })).toBeUndefined()
    expect(unsettled.start('asha', { ...draft, items: [] }).key).not.toBe(first.key)
    expect(unsettled.again('asha', draft)).toBeUndefined()
  })

  it('is settled only once', () => {
    const unsettled = orders(open())
    const { key } = unsettled.start('asha', draft)
    expect(unsettled.settle('asha', 'another key')).toBe(false)
    expect(unsettled.settle('asha', key)).toBe(true)
    expect(unsettled.settle('asha', key)).toBe(false)
    expect(unsettled.again('asha', draft)).toBeUndefined()
  })

  it('belongs to its owner alone', () => {
    const unsettled = orders(open())
    const { key } = unsettled.start('asha', draft)
    expect(unsettled.find('ravi')).toBeUndefined()
    expect(unsettled.again('ravi', draft)).toBeUndefined()
    expect(unsettled.settle('ravi', key)).toBe(false)
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
    const unsettled = orders(storage)
    const { key } = unsettled.start('asha', draft)
    dropDrafts(storage)
    expect(orders(storage).find('asha')).toBeUndefined()
    expect(unsettled.settle('asha', key)).toBe(false)
    expect(storage.read('drafts')).toBeNull()
  })
})
