import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { systemActor } from '../../domain/actor.ts'
import { byteBudget } from '../../async/byte-budget.ts'
import type { Position, RecordedEvent } from '../../event-store/event-store.ts'
import { LogCache } from './log-cache.ts'
import type { ReadPage } from './log-window.ts'

function event(position: number): RecordedEvent {
  const metadata = { correlationId: 'r', causationId: 'r', by: systemActor, schemaVersion: 1 }
  const at = '2026-11-20T10:00:00.000Z'
  return { id: `e${position}`, type: 'A', data: {}, metadata, stream: 's', revision: position, position, at }
}

/** A log at positions 1, 2, 3; records what is read of it. */
function log(length: number) {
  const events = Array.from({ length }, (_, i) => event(i + 1))
  const reads: [after: Position, limit: number][] = []
  const read: ReadPage = (after, limit) => {
    reads.push([after, limit])
    const found = events.slice(after, after + limit)
    const newest = found.at(-1)
    const last = newest && { position: newest.position, id: newest.id }
    return Promise.resolve({ events: found, position: after + found.length, isFull: found.length >= limit, last })
  }
  const grow = (by: number) => events.push(...Array.from({ length: by }, (_, i) => event(events.length + i + 1)))
  return { events, reads, read, grow }
}

const span = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)

async function positionsOf(page: ReturnType<ReadPage>): Promise<{ seen: Position[]; position: Position }> {
  const { events, position } = await page
  return { seen: events.map((one) => one.position), position }
}

test('new events are read once, even for readers at different positions', async () => {
  const store = log(10)
  const cache = new LogCache(store.read)
  await cache.read(0, 500)
  store.grow(2)
  cache.notify()
  const answers = await Promise.all([10, 4, 7].map((after) => positionsOf(cache.read(after, 500))))
  expect(answers.map(({ seen }) => seen)).toEqual([span(11, 12), span(5, 12), span(8, 12)])
  expect(store.reads.map(([after]) => after)).toEqual([0, 10])
})

test('a page ends before its limit only if the log ends', async () => {
  const store = log(10)
  const cache = new LogCache(store.read)
  await cache.read(0, 10)
  store.grow(40)
  cache.notify()
  const [short, long] = await Promise.all([cache.read(0, 20), cache.read(0, 45)])
  expect([short.position, long.position]).toEqual([20, 45])
})

test('a read after the last known event reads the log, with or without a notification', async () => {
  const store = log(1)
  const cache = new LogCache(store.read)
  await cache.read(0, 500)
  expect(await positionsOf(cache.read(1, 500))).toEqual({ seen: [], position: 1 })
  store.grow(1)
  expect(await positionsOf(cache.read(1, 500))).toEqual({ seen: [2], position: 2 })
})

test('a reader far behind reads on its own, and leaves the newest part cached', async () => {
  const store = log(6_000)
  const cache = new LogCache(store.read)
  await cache.read(0, 1)
  await cache.read(5_000, 1_000)
  expect(await positionsOf(cache.read(0, 2))).toEqual({ seen: [1, 2], position: 2 })
  store.reads.length = 0
  expect(await positionsOf(cache.read(5_998, 2))).toEqual({ seen: [5_999, 6_000], position: 6_000 })
  expect(store.reads).toEqual([])
})

test('the oldest part of a growing window is dropped', async () => {
  const store = log(6_000)
  const cache = new LogCache(store.read)
  await cache.read(0, 3_000)
  await cache.read(3_000, 3_000)
  store.reads.length = 0
  expect((await positionsOf(cache.read(1_000, 500))).seen).toEqual(span(1_001, 1_500))
  expect(store.reads).toEqual([[1_000, 500]])
})

test('after a failure nothing is assumed to be known: the database may have been set back', async () => {
  const store = log(10)
  let isDown = false
  const cache = new LogCache((after, limit) => (isDown ? Promise.reject(new Error('down')) : store.read(after, limit)))
  await cache.read(0, 500)
  isDown = true
  await expect(cache.read(10, 500)).rejects.toThrow('down')
  isDown = false
  store.events.length = 8
  expect((await positionsOf(cache.read(5, 500))).seen).toEqual([6, 7, 8])
})

test('a page that was being read when the cache was dropped is neither returned nor kept', async () => {
  const store = log(10)
  const cache = new LogCache(store.read)
  const reading = cache.read(0, 500)
  store.events.length = 8
  cache.clear()
  expect((await positionsOf(reading)).seen).toEqual(span(1, 8))
  expect((await positionsOf(cache.read(5, 500))).seen).toEqual([6, 7, 8])
})

test('subscriptions that are far apart each have a window, shared with those at the same position', async () => {
  const store = log(9_000)
  const cache = new LogCache(store.read)
  const starts = [0, 3_000, 8_000]
  for (const after of starts) await cache.read(after, 500)
  await Promise.all(starts.flatMap((after) => [cache.read(after + 500, 500), cache.read(after + 500, 500)]))
  for (const after of starts) await cache.read(after, 1_000)
  expect(store.reads).toEqual([...starts, ...starts.map((after) => after + 500)].map((after) => [after, 500]))
})

test('windows share one budget of bytes, beyond which the least recently read is dropped', async () => {
  const store = log(9_000)
  const bytes = byteBudget.cachedPages * 0.4
  const cache = new LogCache(async (after, limit) => ({ ...(await store.read(after, limit)), bytes }))
  for (const after of [0, 3_000, 6_000]) await cache.read(after, 500)
  store.reads.length = 0
  for (const after of [6_000, 3_000, 0]) await cache.read(after, 500)
  expect(store.reads).toEqual([[0, 500]])
})

const far = <One extends { position: Position }>(one: One): One => ({ ...one, position: one.position * 10 })

/** The same log, whose positions are ten times as high, as of a store whose positions do not count events. */
function sparse(store: ReturnType<typeof log>): ReadPage {
  return async (after, limit) => {
    const { events, position, isFull, last } = await store.read(Math.floor(after / 10), limit)
    const own = events.map(({ position: place, id }) => far({ position: place, id }))
    return { events: events.map(far), position: position * 10, isFull, last: last && far(last), own }
  }
}

test('in a log whose positions do not count, each reader uses the known events and covers the gaps', async () => {
  const store = log(10)
  const cache = new LogCache(sparse(store))
  await cache.read(0, 500)
  const page = await cache.read(70, 500)
  expect(page).toMatchObject({ position: 100, isFull: false, own: [{ id: 'e8' }, { id: 'e9' }, { id: 'e10' }] })
  expect(await cache.read(70, 2)).toMatchObject({ position: 90, isFull: true, last: { id: 'e9', position: 90 } })
  expect(store.reads).toEqual([[0, 500]])
})

test('readers that wait for the next page share it, even if the previous pages are dropped while they wait', async () => {
  const store = log(10)
  const cache = new LogCache(sparse(store))
  await cache.read(0, 10)
  store.grow(5)
  const first = cache.read(100, 500)
  cache.dropEvents()
  const second = cache.read(100, 200)
  expect((await Promise.all([first, second])).map(({ position }) => position)).toEqual([150, 150])
  expect(await positionsOf(cache.read(50, 2))).toEqual({ seen: [60, 70], position: 70 })
  expect(store.reads).toEqual([
    [0, 10],
    [10, 500],
    [5, 2],
  ])
})

/** The same log, whose pages end by their bytes after two events, whatever limit they have. */
function heavy(store: ReturnType<typeof log>): ReadPage {
  return async (after, limit) => ({
    ...(await store.read(after, Math.min(limit, 2))),
    bytes: byteBudget.cachedPages / 2,
  })
}

const kinds: [string, (store: ReturnType<typeof log>) => { read: ReadPage; factor: number }][] = [
  ['count its events', (store) => ({ read: store.read, factor: 1 })],
  ['do not count its events', (store) => ({ read: sparse(store), factor: 10 })],
  ['count large events', (store) => ({ read: heavy(store), factor: 1 })],
]

test.each(kinds)(
  'under any interleaving, in a log whose positions %s, each reader sees every event once and in order',
  async (_, kindOf) => {
    const followers = [0, 1, 2]
    const step = fc.record({
      readers: fc.subarray(followers),
      limit: fc.integer({ min: 1, max: 12 }),
      growsBefore: fc.nat({ max: 9 }),
      growsDuring: fc.nat({ max: 9 }),
      drops: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const store = log(3)
        const { read: readLog, factor } = kindOf(store)
        const cache = new LogCache(readLog)
        const seen = followers.map((): Position[] => [])
        const grow = (by: number) => {
          if (by > 0) store.grow(by)
          if (by > 0) cache.notify()
        }
        const read = async (who: number, limit: number) => {
          const { events, isFull } = await cache.read(seen[who]?.at(-1) ?? 0, limit)
          seen[who]?.push(...events.map(({ position }) => position))
          return isFull
        }
        for (const { readers, limit, growsBefore, growsDuring, drops } of steps) {
          grow(growsBefore)
          const reading = Promise.all(readers.map((who) => read(who, limit)))
          grow(growsDuring)
          if (drops) cache.dropEvents()
          await reading
        }
        for (const who of followers) while (await read(who, 7));
        const all = span(1, store.events.length).map((position) => position * factor)
        expect(seen).toEqual(followers.map(() => all))
      }),
    )
  },
)

test.each([
  ['few', 1_000, [0, 10, 20, 30]],
  ['many', byteBudget.cachedPages / 3, [0, 10, 20, 30, 0]],
])('segments of %s bytes are kept until their total exceeds the budget', async (_, bytes, reads) => {
  const store = log(0)
  const cache = new LogCache(async (after, limit) => ({ ...(await store.read(after, limit)), bytes }))
  await cache.read(0, 500)
  store.reads.length = 0
  for (const after of [0, 10, 20, 30]) {
    store.grow(10)
    cache.notify()
    await cache.read(after, 500)
  }
  await cache.read(0, 10)
  expect(store.reads.map(([after]) => after)).toEqual(reads)
})
