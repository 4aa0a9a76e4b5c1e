import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { RecentChanges } from './recent-changes.ts'

const anyTag = fc.constantFrom('a', 'b', 'c', 'd')
/** The tags of each change, in order; `undefined` where any row may have changed. */
const anyChanges = fc.array(fc.option(fc.array(anyTag, { maxLength: 3 }), { nil: undefined, freq: 8 }), {
  minLength: 1,
  maxLength: 30,
})

test('an answer is valid until a change concerns one of its tags, or may concern any', () => {
  fc.assert(
    fc.property(anyChanges, fc.array(anyTag, { minLength: 1, maxLength: 3 }), (changes, tags) => {
      const recent = new RecentChanges()
      changes.forEach((changed, index) => recent.note(`stamp ${index}`, changed))
      for (const index of changes.keys()) {
        const later = changes.slice(index + 1)
        const isChanged = later.some((changed) => changed === undefined || changed.some((tag) => tags.includes(tag)))
        expect(recent.isUnchangedSince(`stamp ${index}`, tags)).toBe(!isChanged)
      }
    }),
    { seed: 20261127 },
  )
})

test('nothing is known of a stamp that was never noted', () => {
  expect(new RecentChanges().isUnchangedSince('1-1', [])).toBe(false)
})

test('what is older than the last 10,000 tags counts as changed, and what is newer does not', () => {
  const recent = new RecentChanges()
  recent.note('first', [])
  recent.note('second', ['early'])
  for (let index = 0; index < 10_000; index++) recent.note(`stamp ${index}`, [`tag ${index}`])
  expect(recent.isUnchangedSince('first', ['early'])).toBe(false)
  expect(recent.isUnchangedSince('first', ['other'])).toBe(false)
  expect(recent.isUnchangedSince('stamp 0', ['early', 'tag 0'])).toBe(true)
  expect(recent.isUnchangedSince('stamp 0', ['tag 9999'])).toBe(false)
})
