import { expect, it } from 'vitest'
import { decodeSearches, withSearch } from './recent-searches.ts'

it('keeps the newest searches first, each once whatever its case, and six at most', () => {
  expect(withSearch(['ecg', 'Monitor'], 'monitor', true)).toEqual(['monitor', 'ecg'])
  expect(withSearch(['1', '2', '3', '4', '5', '6'], '7', true)).toEqual(['7', '1', '2', '3', '4', '5'])
})

it('keeps no search without hits', () => {
  expect(withSearch(['ecg', 'Monitor'], 'monitor', false)).toEqual(['ecg'])
  expect(withSearch(['ecg'], 'zzqx', false)).toEqual(['ecg'])
})

it.each([null, 'not JSON', '{}', '[1, null, " "]'])('has no searches if %j is stored', (stored) => {
  expect(decodeSearches(stored)).toEqual([])
})
