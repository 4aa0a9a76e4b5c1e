import { describe, expect, it } from 'vitest'
import { returnableUntil, returnWindowMs } from '#modules/ordering/domain/order.ts'
import { milestones } from './order/history.ts'
import { readStepFields } from '../../ui/overlays/step-fields.ts'
import { bulkStepText, stepTexts } from './board/order-steps.ts'
import { paymentLabel, statuses, stepsFor } from './order-status.ts'

const deliveredAt = '2026-11-20T10:00:00.000Z'
const admin = { isAdmin: true, now: Date.parse(deliveredAt) }

describe('the steps of an order', () => {
  it('depend on the status, for the admin', () => {
    const order = { returnableUntil: returnableUntil(deliveredAt) }
    expect(statuses.map((status) => [status, stepsFor({ ...order, status }, admin)])).toEqual([
      ['received', ['confirm', 'cancel']],
      ['confirmed', ['dispatch', 'cancel']],
      ['dispatched', ['deliver']],
      ['delivered', ['return']],
      ['returned', []],
      ['cancelled', []],
    ])
  })

  it('let the buyer cancel only a received order', () => {
    const buyer = { ...admin, isAdmin: false }
    expect(statuses.filter((status) => stepsFor({ status }, buyer).length > 0)).toEqual(['received'])
  })

  it('include the return of a delivered order only while the shop accepts it', () => {
    const order = { status: 'delivered', returnableUntil: returnableUntil(deliveredAt) } as const
    const after = (ms: number) => stepsFor(order, { ...admin, now: admin.now + ms })
    expect(after(returnWindowMs)).toEqual(['return'])
    expect(after(returnWindowMs + 1)).toEqual([])
    expect(stepsFor({ status: 'delivered' }, admin)).toEqual([])
  })

  it('state how long returns are accepted', () => {
    expect(stepTexts.deliver.explanation).toContain(`for ${returnWindowMs / 86_400_000} days`)
  })

  it('require a reason where one is due, and omit empty fields', () => {
    expect(readStepFields(stepTexts.cancel.fields, () => '  ')).toEqual({ missing: 'reason' })
    expect(readStepFields(stepTexts.dispatch.fields, (name) => (name === 'carrier' ? ' Bluedart ' : ''))).toEqual({
      details: { carrier: 'Bluedart' },
    })
  })

  it('of several orders have no tracking number, which would be the same for all buyers', () => {
    expect(bulkStepText('dispatch').fields.map(({ name }) => name)).toEqual(['carrier'])
    expect(bulkStepText('cancel')).toEqual(stepTexts.cancel)
  })
})

it('shows the amount still due: nothing once the order is cancelled', () => {
  const pending = { method: 'cod', status: 'pending' } as const
  expect(paymentLabel({ status: 'received', payment: pending })).toBe('Pending')
  expect(paymentLabel({ status: 'delivered', payment: { method: 'cod', status: 'collected' } })).toBe('Collected')
  expect(paymentLabel({ status: 'cancelled', payment: pending })).toBe('Nothing to pay')
})

it('lists the history newest first, as text', () => {
  const by = { name: 'Shop', role: 'ADMIN' }
  const entries = milestones([
    { revision: 0, type: 'OrderPlaced', at: '2026-11-20T10:00:00Z', by, data: {} },
    {
      revision: 1,
      type: 'OrderDispatched',
      at: '2026-11-21T10:00:00Z',
      by,
      data: { carrier: 'Bluedart', trackingNumber: 'B1' },
    },
    { revision: 2, type: 'PaymentCollected', at: '2026-11-22T10:00:00Z', by, data: { amountPaise: 16_900_000 } },
  ])
  expect(entries.map(({ title, details }) => [title, ...details])).toEqual([
    ['Payment collected', '₹1,69,000.00 in cash'],
    ['Dispatched', 'Carrier: Bluedart', 'Tracking number: B1'],
    ['Order placed'],
  ])
})
