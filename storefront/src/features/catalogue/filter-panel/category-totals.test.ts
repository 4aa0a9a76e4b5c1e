import { expect, it } from 'vitest'
import { categoryTotals } from './category-totals.ts'

it('sums the sub-categories of a collection that has no products of its own', () => {
  expect(categoryTotals({ 'sports-medicine': 3, 'orthopedic-power-tools': 4, medicines: 1, elsewhere: 9 })).toEqual({
    tools: 7,
    'sports-medicine': 3,
    'orthopedic-power-tools': 4,
    medicines: 1,
  })
})

it('keeps the count of a collection with products of its own, which includes its sub-categories', () => {
  expect(categoryTotals({ tools: 5, 'sports-medicine': 3 })).toEqual({ tools: 5, 'sports-medicine': 3 })
})
