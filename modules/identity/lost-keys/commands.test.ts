import { expect, test } from 'vitest'
import type { LostKey } from '#core/event-store/lost-keys/find-lost-keys.ts'
import { assertPlausible, givenReason } from './commands.ts'

const lost = (count: number): LostKey[] =>
  Array.from({ length: count }, (_, i) => ({ subject: `person-${i}`, cause: 'lost', events: 1, streams: { order: 1 } }))

test.each([
  { all: 1, persons: 20, accepted: 1, confirmed: undefined },
  { all: 5, persons: 100, accepted: 5, confirmed: undefined },
  { all: 6, persons: 100, accepted: 6, confirmed: 6 },
  { all: 100, persons: 100, accepted: 1, confirmed: 1 },
])('accepts $accepted of $all lost keys of $persons persons, with $confirmed confirmed', (given) => {
  const found = { lost: lost(given.all), persons: given.persons }
  expect(() => assertPlausible(found, given.accepted, given.confirmed)).not.toThrow()
})

test.each([
  { all: 2, persons: 20, accepted: 2, confirmed: undefined },
  { all: 6, persons: 100, accepted: 6, confirmed: undefined },
  { all: 6, persons: 100, accepted: 6, confirmed: 5 },
  // Naming a single person does not make a wrong database plausible.
  { all: 100, persons: 100, accepted: 1, confirmed: undefined },
])('refuses $accepted of $all lost keys of $persons persons, with $confirmed confirmed', (given) => {
  const found = { lost: lost(given.all), persons: given.persons }
  const remedy = expect.stringContaining(`--yes-all ${given.accepted}`)
  expect(() => assertPlausible(found, given.accepted, given.confirmed)).toThrow(expect.objectContaining({ remedy }))
})

test('requires a reason of 1 to 1000 characters', () => {
  expect(givenReason(' a failed disk ')).toBe('a failed disk')
  for (const reason of ['', '  ', 'x'.repeat(1_001)]) expect(() => givenReason(reason)).toThrow(/--reason/)
})
