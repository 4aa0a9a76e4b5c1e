import { expect, test, vi } from 'vitest'
import { systemActor } from '../../domain/actor.ts'
import { byteBudget } from '../../async/byte-budget.ts'
import { EngineUnavailable } from '../../domain/errors.ts'
import { UndecodableEvent, type EventStore, type Position, type RecordedEvent } from '../../event-store/event-store.ts'
import { sharedReading } from './shared-reading.ts'

function event(position: number, type: string): RecordedEvent {
  const metadata = { correlationId: 'r', causationId: 'r', by: systemActor, schemaVersion: 1 }
  const at = '2026-11-20T10:00:00.000Z'
  return { id: `e${position}`, type, data: {}, metadata, stream: 's', revision: position, position, at }
}

/** A log of `types`, at positions 1, 2, 3; records the reads. */
function log(...types: string[]) {
  const reads: Position[] = []
  const readAll: EventStore['readAll'] = (after, { limit, types: wanted = types }) => {
    reads.push(after)
    const page = types.map((type, i) => event(i + 1, type)).slice(after, after + limit)
    const unreadable = page.find(({ type }) => type === 'Garbled' && wanted.includes(type))
    if (unreadable !== undefined) return Promise.reject(new UndecodableEvent(unreadable, 'garbled'))
    const events = page.filter(({ type }) => wanted.includes(type))
    const newest = page.at(-1)
    const last = newest && { position: newest.position, id: newest.id }
    return Promise.resolve({ events, position: after + page.length, isFull: page.length >= limit, last })
  }
  return { reads, types, readAll }
}

const positionsOf = async (page: Promise<{ events: RecordedEvent[]; position: Position }>) => {
  const { events, position } = await page
  return [events.map((one) => one.position), position]
}

test('shares a read among subscriptions at one position, and returns to each its own types', async () => {
  const store = log('A', 'B', 'A')
  const shared = sharedReading(store, ['A', 'B'])
  const first = shared.readAll(0, { limit: 10, types: ['A'] })
  const second = shared.readAll(0, { limit: 10, types: ['B'] })
  expect(await positionsOf(first)).toEqual([[1, 3], 3])
  expect(await positionsOf(second)).toEqual([[2], 3])
  expect(store.reads).toEqual([0])
})

test('reads the log directly for a subscription with types that the others do not have', async () => {
  const store = log('A', 'B', 'A')
  const shared = sharedReading(store, ['A'])
  expect(await positionsOf(shared.readAll(0, { limit: 10, types: ['A'] }))).toEqual([[1, 3], 3])
  expect(await positionsOf(shared.readAll(0, { limit: 10, types: ['A', 'B'] }))).toEqual([[1, 2, 3], 3])
})

test('drops cached events after a few seconds, even while they are read', async () => {
  vi.useFakeTimers()
  try {
    const store = log('A')
    const shared = sharedReading(store, ['A'])
    for (let second = 0; second < 6; second++) {
      await shared.readAll(0, { limit: 10 })
      await vi.advanceTimersByTimeAsync(1_000)
    }
    expect(store.reads).toEqual([0, 0])
  } finally {
    vi.useRealTimers()
  }
})

test('returns nothing cached from an older log after a reset', async () => {
  const store = log('A', 'A', 'A')
  const shared = sharedReading(store, ['A', 'B'])
  await shared.readAll(0, { limit: 3 })
  await shared.readAll(0, { limit: 10 })
  store.types.splice(1, 2, 'B', 'B', 'B')
  shared.clear()
  const afterwards = [3, 10].map((limit) => positionsOf(shared.readAll(0, { limit, types: ['B'] })))
  expect(await Promise.all(afterwards)).toEqual([
    [[2, 3], 3],
    [[2, 3, 4], 4],
  ])
})

test('reads the end of the log again each time', async () => {
  const store = log('A')
  const shared = sharedReading(store, ['A'])
  expect(await positionsOf(shared.readAll(1, { limit: 10 }))).toEqual([[], 1])
  store.types.push('A')
  expect(await positionsOf(shared.readAll(1, { limit: 10 }))).toEqual([[2], 2])
})

test('does not share a read that began before a notification', async () => {
  const store = log('A')
  const shared = sharedReading(store, ['A'])
  const early = shared.readAll(1, { limit: 10 })
  store.types.push('A')
  shared.notify()
  expect(await positionsOf(shared.readAll(1, { limit: 10 }))).toEqual([[2], 2])
  expect(await positionsOf(early)).toEqual([[], 1])
})

test('extends a page at the end of the log after a notification, and keeps a full one', async () => {
  const store = log('A', 'A')
  const shared = sharedReading(store, ['A'])
  await shared.readAll(0, { limit: 2 })
  await shared.readAll(0, { limit: 10 })
  store.types.push('A')
  shared.notify()
  expect(await positionsOf(shared.readAll(0, { limit: 2 }))).toEqual([[1, 2], 2])
  expect(await positionsOf(shared.readAll(0, { limit: 10 }))).toEqual([[1, 2, 3], 3])
  expect(store.reads).toEqual([0, 2, 2])
})

test('an undecodable event stops only subscriptions to its type', async () => {
  const shared = sharedReading(log('Garbled', 'A'), ['A', 'Garbled'])
  expect(await positionsOf(shared.readAll(0, { limit: 10, types: ['A'] }))).toEqual([[2], 2])
  await expect(shared.readAll(0, { limit: 10, types: ['Garbled'] })).rejects.toBeInstanceOf(UndecodableEvent)
})

test('does not cache a failure', async () => {
  const store = log('A')
  let isDown = true
  const readAll: EventStore['readAll'] = (after, options) =>
    isDown ? Promise.reject(new EngineUnavailable('event store')) : store.readAll(after, options)
  const shared = sharedReading({ readAll }, ['A'])
  await expect(shared.readAll(0, { limit: 10 })).rejects.toBeInstanceOf(EngineUnavailable)
  isDown = false
  expect(await positionsOf(shared.readAll(0, { limit: 10 }))).toEqual([[1], 1])
})

test.each([
  ['few', 1_000, [0, 1, 2, 3]],
  ['many', byteBudget.cachedPages / 3, [0, 1, 2, 3, 0]],
])('caches pages of %s bytes until their total exceeds the budget', async (_, bytes, reads) => {
  const store = log('A', 'A', 'A', 'A')
  const readAll: EventStore['readAll'] = async (...args) => ({ ...(await store.readAll(...args)), bytes })
  const shared = sharedReading({ ...store, readAll }, ['A'])
  for (const after of [0, 1, 2, 3, 0]) await shared.readAll(after, { limit: 1, types: ['A'] })
  expect(store.reads).toEqual(reads)
})
