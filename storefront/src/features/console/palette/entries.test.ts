import { expect, test } from 'vitest'
import { knownGroups } from './entries.ts'

const labels = (text: string) =>
  knownGroups(text).map(({ title, entries }) => [title, entries.map(({ label }) => label)])

test('without a text, every screen and action is offered, and no event', () => {
  const [places, actions, ...others] = knownGroups('')
  expect(places?.entries.map(({ label }) => label)).toContain('Operations')
  expect(actions?.entries.map(({ label }) => label)).toContain('Add a product')
  expect(others).toEqual([])
})

test('each typed word begins a word of the entry, in any order and case', () => {
  expect(labels('CONF ord')).toEqual([
    ['Actions', ['Orders to confirm']],
    ['Events', ['Events: order confirmed']],
  ])
  expect(labels('nfirm')).toEqual([])
})

test('types of events are found as one word and as several', () => {
  for (const text of ['OrderPlaced', 'order placed', 'placed order'])
    expect(labels(text)).toEqual([['Events', ['Events: order placed']]])
})

test('two letters find no types of events', () => {
  expect(labels('or').map(([title]) => title)).not.toContain('Events')
})
