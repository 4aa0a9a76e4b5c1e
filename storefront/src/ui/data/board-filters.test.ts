import { expect, it } from 'vitest'
import { formatBound, statusChoices } from './board-filters.tsx'

it('offers each status with its count, and a choice of all statuses', () => {
  expect(statusChoices({ received: 'Received', confirmed: 'Confirmed' }, { received: 3 })).toEqual([
    { value: undefined, label: 'All', count: 3 },
    { value: 'received', label: 'Received', count: 3 },
    { value: 'confirmed', label: 'Confirmed', count: 0 },
  ])
})

it('marks the counts that are bounds', () => {
  expect(statusChoices({ failed: 'Failed', done: 'Done' }, { failed: 2, done: 10_000 }, ['done'])).toEqual([
    { value: undefined, label: 'All', count: 10_002, hasMore: true },
    { value: 'failed', label: 'Failed', count: 2 },
    { value: 'done', label: 'Done', count: 10_000, hasMore: true },
  ])
  expect([formatBound(9_999), formatBound(10_000, true)]).toEqual(['9,999', '10,000+'])
})
