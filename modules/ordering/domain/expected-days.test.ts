import { expect, test } from 'vitest'
import { expectedDays } from './expected-days.ts'

const times = { dispatchDays: 2, deliveryDays: { from: 3, to: 7 } }

/** A Friday, half past ten in India. */
const placedAt = '2026-11-20T05:00:00.000Z'

test('an order is expected after the days for dispatch and delivery, not counting Sundays', () => {
  for (const status of ['received', 'confirmed'] as const)
    expect(expectedDays({ status, placedAt }, times)).toEqual({
      dispatch: '2026-11-23T05:00:00.000Z',
      from: '2026-11-26T05:00:00.000Z',
      to: '2026-12-01T05:00:00.000Z',
    })
})

test('a dispatched order is expected after the days for delivery, by the calendar of India', () => {
  // Saturday evening in UTC, and Sunday morning in India.
  const dispatchedAt = '2026-11-21T20:00:00.000Z'
  expect(expectedDays({ status: 'dispatched', placedAt, dispatchedAt }, times)).toEqual({
    from: '2026-11-24T20:00:00.000Z',
    to: '2026-11-29T20:00:00.000Z',
  })
})

test.each(['delivered', 'cancelled', 'returned'] as const)('an order that is %s has no expected day', (status) =>
  expect(expectedDays({ status, placedAt, dispatchedAt: placedAt }, times)).toBeUndefined(),
)
