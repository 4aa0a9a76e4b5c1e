import { describe, expect, it } from 'vitest'
import { shipmentOf, wayOf } from './way.ts'

const by = { name: 'Shop', role: 'ADMIN' }
const happened = (...types: string[]) =>
  types.map((type, revision) => ({ revision, type, at: `2026-11-2${revision}T10:00:00Z`, by, data: {} }))

describe('the way of an order', () => {
  it('is the usual one, with the times of what was reached', () => {
    expect(wayOf({ status: 'confirmed' }, happened('OrderPlaced', 'OrderConfirmed'))).toEqual([
      { status: 'received', label: 'Received', state: 'done', at: '2026-11-20T10:00:00Z' },
      { status: 'confirmed', label: 'Confirmed', state: 'current', at: '2026-11-21T10:00:00Z' },
      { status: 'dispatched', label: 'Dispatched', state: 'ahead' },
      { status: 'delivered', label: 'Delivered', state: 'ahead' },
    ])
  })

  it('ends where the order was cancelled, without the stops that it never reached', () => {
    const way = wayOf({ status: 'cancelled' }, happened('OrderPlaced', 'OrderCancelled'))
    expect(way.map(({ label, state }) => [label, state])).toEqual([
      ['Received', 'done'],
      ['Cancelled', 'current'],
    ])
  })

  it('goes one stop further where the order came back', () => {
    const types = ['OrderPlaced', 'OrderConfirmed', 'OrderDispatched', 'OrderDelivered', 'PaymentCollected']
    const way = wayOf({ status: 'returned' }, happened(...types, 'OrderReturned'))
    expect(way.map(({ label }) => label)).toEqual(['Received', 'Confirmed', 'Dispatched', 'Delivered', 'Returned'])
    expect(way.every(({ at }) => at !== undefined)).toBe(true)
  })
})

it('tells who carries the goods as far as the shop said so', () => {
  expect(shipmentOf(happened('OrderPlaced'))).toBeUndefined()
  const dispatched = { revision: 1, type: 'OrderDispatched', at: '', by }
  expect(shipmentOf([{ ...dispatched, data: { carrier: 'Bluedart', trackingNumber: 7 } }])).toEqual({
    carrier: 'Bluedart',
    trackingNumber: '',
  })
})
