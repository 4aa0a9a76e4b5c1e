import { expect, it } from 'vitest'
import { moved } from './search-combobox.ts'

it('moves through the options, and back to the field at both ends', () => {
  expect([-1, 0, 1, 2].map((active) => moved(active, 'ArrowDown', 3))).toEqual([0, 1, 2, -1])
  expect([-1, 2, 1, 0].map((active) => moved(active, 'ArrowUp', 3))).toEqual([2, 1, 0, -1])
})

it('stays in the field if there are no options', () => {
  expect(moved(-1, 'ArrowDown', 0)).toBe(-1)
  expect(moved(-1, 'ArrowUp', 0)).toBe(-1)
})
