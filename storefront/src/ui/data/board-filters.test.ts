import { expect, it } from 'vitest'
import { statusChoices } from './board-filters.tsx'

it('offers each status with its count, and a choice of all statuses', () => {
  expect(statusChoices({ received: 'Received', confirmed: 'Confirmed' }, { received: 3 })).toEqual([
    { value: undefined, label: 'All', count: 3 },
    { value: 'received', label: 'Received', count: 3 },
    { value: 'confirmed', label: 'Confirmed', count: 0 },
  ])
})
