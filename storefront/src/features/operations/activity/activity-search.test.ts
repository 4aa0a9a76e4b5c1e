import { expect, it } from 'vitest'
import { readActivitySearch } from './activity-search.ts'

it('reads what the activity is narrowed to from its URL', () => {
  expect(readActivitySearch({ of: 'orders', by: 'operator:asha', before: '1200' })).toEqual({
    of: 'orders',
    by: 'operator:asha',
    before: 1200,
  })
})

it('leaves out what no operator can have meant', () => {
  expect(readActivitySearch({ of: ' ', by: 7, before: '-1' })).toEqual({})
  expect(readActivitySearch({ before: 'soon' })).toEqual({})
})
