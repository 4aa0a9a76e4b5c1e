import { expect, test } from 'vitest'
import { knownGroups, matchingGroups } from './entries.ts'

const labels = (text: string) =>
  knownGroups(text, '2026-11-27').map(({ title, entries }) => [title, entries.map(({ label }) => label)])

test('without a text, every screen and action is offered, and no event', () => {
  const [places, actions, ...others] = knownGroups('', '2026-11-27')
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

test.each([
  ['search index', 'Replay the search index'],
  ['rebuild', 'Replay the search index'],
  ['revenue yesterday', 'Revenue and orders of yesterday'],
  ['who changed a price', 'Changes of prices'],
  ['cancelled', 'Cancelled orders'],
  ['orders sold', 'Orders neither cancelled nor returned'],
  ['failed mail', 'Failed emails'],
])('what a newcomer types finds an action: %s', (text, action) => {
  const actions = labels(text).find(([title]) => title === 'Actions')
  expect(actions?.[1]).toContain(action)
})

test('the revenue of yesterday is that of the day before today in India', () => {
  const entries = knownGroups('yesterday', '2026-03-01').flatMap((group) => group.entries)
  expect(entries).toMatchObject([{ does: { search: { from: '2026-02-28', to: '2026-02-28' } } }])
})

test('two letters find no types of events', () => {
  expect(labels('or').map(([title]) => title)).not.toContain('Events')
})

test('of what was found for a text, what has the words of a longer one stays', () => {
  const people = ['Ravi Shah', 'Ravi Kumar'].map((label) => ({
    id: label,
    label,
    does: { to: '/admin/users' } as const,
  }))
  const matches = (text: string) => matchingGroups([{ title: 'People', entries: people }], text)
  expect(matches('ravi')).toEqual([{ title: 'People', entries: people }])
  expect(matches('ravi kum')).toEqual([{ title: 'People', entries: people.slice(1) }])
  expect(matches('ravi kumari')).toEqual([])
})
