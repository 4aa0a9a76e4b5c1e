import { expect, it } from 'vitest'
import { createBudgets, unlimited } from '#core/http/security/budgets/budgets.ts'
import type { Unfound } from './counts.ts'
import { withoutHitsCounter } from './counter.ts'

const asha = { session: 'asha', clientAddress: '10.0.0.1' }
const ravi = { session: 'ravi', clientAddress: '10.0.0.2' }

const noCodes = () => Promise.resolve(new Set<string>())

/** A counter, and what it has stored, in the order of storing. */
function counting(budgets: Pick<typeof unlimited, 'check' | 'add'> = unlimited) {
  const stored: Unfound[][] = []
  const counter = withoutHitsCounter({
    counts: { add: (searches) => Promise.resolve(void stored.push([...searches])) },
    findKnownCodes: (texts) => Promise.resolve(new Set(texts.filter((text) => text === 'pr-1234567'))),
    budgets,
    clock: () => 1_000,
  })
  return { counter, stored }
}

it('stores the searches of a moment together, those of one session for one text as one', async () => {
  const { counter, stored } = counting()
  counter.note('Dialysis Machine', asha)
  counter.note('dialysis  machine', asha)
  counter.note('dialysis machine', ravi)
  await counter.flush()
  await counter.flush()
  const search = { form: 'dialysis machine', lastAt: 1_000 }
  expect(stored).toEqual([
    [
      { ...search, session: 'asha', count: 2 },
      { ...search, session: 'ravi', count: 1 },
    ],
  ])
})

it('stores no text with an email address or a number, unless the number is a known code', async () => {
  const { counter, stored } = counting()
  for (const text of ['asha@clinic.in', '98200 12345', 'pr-1234567 98200 12345', 'PR-1234567 probe'])
    counter.note(text, asha)
  await counter.flush()
  expect(stored.flat().map(({ form }) => form)).toEqual(['pr-1234567 probe'])
})

it('counts no more than the budget of an address, so that a program cannot fill the list', async () => {
  const counts = { add: () => Promise.resolve(new Map<string, { points: number; msLeft: number }>()) }
  const { counter, stored } = counting(createBudgets({ counts, scale: 0.05, monotonic: () => 0 }))
  for (const text of ['one', 'two', 'three', 'four', 'five']) counter.note(text, asha)
  counter.note('six', ravi)
  await counter.flush()
  expect(stored.flat().map(({ form }) => form)).toEqual(['one', 'two', 'three', 'six'])
})

it('stays usable if storing fails', async () => {
  let isDown = true
  const stored: string[] = []
  const add = (searches: readonly Unfound[]) => {
    if (isDown) return Promise.reject(new Error('the database is unavailable'))
    stored.push(...searches.map(({ form }) => form))
    return Promise.resolve()
  }
  const counter = withoutHitsCounter({ counts: { add }, findKnownCodes: noCodes, budgets: unlimited, clock: () => 0 })
  counter.note('lost', asha)
  await counter.flush()
  isDown = false
  counter.note('kept', asha)
  await counter.flush()
  expect(stored).toEqual(['kept'])
})
