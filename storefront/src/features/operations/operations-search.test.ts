import { expect, it } from 'vitest'
import { readOperationsSearch } from './operations-search.ts'

it('reads the state that read models and reactors must be in and the filters of the activity from its URL', () => {
  expect(readOperationsSearch({ status: 'failed', of: 'orders' })).toEqual({ status: 'failed', of: 'orders' })
  expect(readOperationsSearch({ status: 'catching-up' })).toEqual({ status: 'catching-up' })
})

it('reads the time over which lag and latency are shown, a day if there is none', () => {
  expect(readOperationsSearch({ over: 'week' })).toEqual({ over: 'week' })
  expect(readOperationsSearch({ over: 'year' })).toEqual({})
})

it('leaves out a state that no list can be narrowed to', () => {
  expect(readOperationsSearch({ status: 'asleep' })).toEqual({})
})
