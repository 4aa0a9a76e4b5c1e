import { expect, test } from 'vitest'
import { weigh, weighChange } from './byte-budget.ts'

test('a text weighs at least two bytes per character, at any depth', () => {
  const text = 'x'.repeat(1_000)
  for (const value of [text, [text], { text }, { lines: [{ text }] }]) {
    expect(weigh(value)).toBeGreaterThanOrEqual(2_000)
    expect(weigh(value)).toBeLessThan(2_200)
  }
})

test.each([
  ['a text that grows', { id: 'a', text: 'short' }, { id: 'a', text: 'rather longer' }],
  ['a text that shrinks to nothing', { id: 'a', text: 'long' }, { id: 'a', text: null }],
  ['a list that grows', { id: 'a', lines: ['one'] }, { id: 'a', lines: ['one', 'two'] }],
  ['an object with different members', { at: { city: 'Pune' } }, { at: { zipCode: '411001', state: 'MH' } }],
  ['a new member', { id: 'a' }, { id: 'a', text: 'more' }],
  ['a removed member', { id: 'a', text: 'more' }, { id: 'a' }],
  ['a member that becomes undefined', { id: 'a', text: 'more' }, { id: 'a', text: undefined }],
  ['a removed row', { id: 'a' }, undefined],
  ['a new row', undefined, { id: 'a' }],
])('a change weighs the difference: %s', (_what, before, after) => {
  expect(weighChange(before, after)).toBe(weigh(after) - weigh(before))
})
