import { expect, it } from 'vitest'
import { categoryTotals } from './category-totals.ts'

it('adds the products of sub-categories to their parent collection', () => {
  expect(categoryTotals({ tools: 2, 'sports-medicine': 3, medicines: 1, elsewhere: 9 })).toEqual({
    tools: 5,
    'sports-medicine': 3,
    medicines: 1,
  })
})
