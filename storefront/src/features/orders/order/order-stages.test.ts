import { describe, expect, it } from 'vitest'
import { shipmentOf, orderStagesOf } from './order-stages.ts'

const by = { name: 'Shop', role: 'ADMIN' }
const happened = (...types: string[]) =>
  types.map((type, revision) => ({ revision, type, at: `2026-11-2${revision}T10:00:00Z`, by, data: {} }))

describe('the progress of an order', () => {
  it('has the usual stages, with the times of those reached', () => {
    expect(orderStagesOf({ status: 'confirmed' }, happened('OrderPlaced', 'OrderConfirmed'))).toEqual([
      { status: 'received', label: 'Received', state: 'done', at: '2026-11-20T10:00:00Z' },
      { status: 'confirmed', label: 'Confirmed', state: 'current', at: '2026-11-21T10:00:00Z' },
      { status: 'dispatched', label: 'Dispatched', state: 'ahead' },
      { status: 'delivered', label: 'Delivered', state: 'ahead' },
    ])
  })

  it('ends at the cancellation, without the stages never reached', () => {
    const stages = orderStagesOf({ status: 'cancelled' }, happened('OrderPlaced', 'OrderCancelled'))
    expect(stages.map(({ label, state }) => [label, state])).toEqual([
      ['Received', 'done'],
      ['Cancelled', 'current'],
    ])
  })

  it('has one more stage if the order was returned', () => {
    const types = ['OrderPlaced', 'OrderConfirmed', 'OrderDispatched', 'OrderDelivered', 'PaymentCollected']
    const stages = orderStagesOf({ status: 'returned' }, happened(...types, 'OrderReturned'))
    expect(stages.map(({ label }) => label)).toEqual(['Received', 'Confirmed', 'Dispatched', 'Delivered', 'Returned'])
    expect(stages.every(({ at }) => at !== undefined)).toBe(true)
  })
})

it('extracts carrier and tracking number from the history, as far as recorded', () => {
  expect(shipmentOf(happened('OrderPlaced'))).toBeUndefined()
  const dispatched = { revision: 1, type: 'OrderDispatched', at: '', by }
  expect(shipmentOf([{ ...dispatched, data: { carrier: 'Bluedart', trackingNumber: 7 } }])).toEqual({
    carrier: 'Bluedart',
    trackingNumber: '',
  })
})
