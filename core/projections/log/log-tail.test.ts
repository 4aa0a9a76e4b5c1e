import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { systemActor } from '../../domain/actor.ts'
import { byteBudget } from '../../async/byte-budget.ts'
import type { Position, RecordedEvent } from '../../event-store/event-store.ts'
import { LogTail, type ReadPage } from './log-tail.ts'

function event(position: number): RecordedEvent {
  const metadata = { correlationId: 'r', causationId: 'r', by: systemActor, schemaVersion: 1 }
  const at = '2026-11-20T10:00:00.000Z'
  return { id: `e${position}`, type: 'A', data: {}, metadata, stream: 's', revision: position, position, at }
}

/** A log at positions 1, 2, 3; records the reads. */
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

test('reads new events once, also for subscriptions at different positions', async () => {
  const store = log(10)
  const tail = new LogTail(store.read)
  await tail.read(0, 500)
  store.grow(2)
  tail.heard()
  const answers = await Promise.all([10, 4, 7].map((after) => positionsOf(tail.read(after, 500))))
  expect(answers.map(({ seen }) => seen)).toEqual([span(11, 12), span(5, 12), span(8, 12)])
  expect(store.reads.map(([after]) => after)).toEqual([0, 10])
})

test('ends a page before its limit only at the end of the log', async () => {
  const store = log(10)
  const tail = new LogTail(store.read)
  await tail.read(0, 10)
  store.grow(40)
  tail.heard()
  const [short, long] = await Promise.all([tail.read(0, 20), tail.read(0, 45)])
  expect([short.position, long.position]).toEqual([20, 45])
})

test('reads the log again, even without a notification, for a subscription at the end of the cache', async () => {
  const store = log(1)
  const tail = new LogTail(store.read)
  await tail.read(0, 500)
  expect(await positionsOf(tail.read(1, 500))).toEqual({ seen: [], position: 1 })
  store.grow(1)
  expect(await positionsOf(tail.read(1, 500))).toEqual({ seen: [2], position: 2 })
})

test('reads the log directly for a subscription far behind, and keeps the cached tail', async () => {
  const store = log(6_000)
  const tail = new LogTail(store.read)
  await tail.read(0, 1)
  await tail.read(5_000, 1_000)
  expect(await positionsOf(tail.read(0, 2))).toEqual({ seen: [1, 2], position: 2 })
  store.reads.length = 0
  expect(await positionsOf(tail.read(5_998, 2))).toEqual({ seen: [5_999, 6_000], position: 6_000 })
  expect(store.reads).toEqual([])
})

test('evicts the oldest events of a growing tail', async () => {
  const store = log(6_000)
  const tail = new LogTail(store.read)
  await tail.read(0, 3_000)
  await tail.read(3_000, 3_000)
  store.reads.length = 0
  expect((await positionsOf(tail.read(1_000, 500))).seen).toEqual(span(1_001, 1_500))
  expect(store.reads).toEqual([[1_000, 500]])
})

test('reuses nothing cached after a failure: an older database may have been restored', async () => {
  const store = log(10)
  let isDown = false
  const tail = new LogTail((after, limit) => (isDown ? Promise.reject(new Error('down')) : store.read(after, limit)))
  await tail.read(0, 500)
  isDown = true
  await expect(tail.read(10, 500)).rejects.toThrow('down')
  isDown = false
  store.events.length = 8
  expect((await positionsOf(tail.read(5, 500))).seen).toEqual([6, 7, 8])
})

test('does not cache a read that was in flight during a reset', async () => {
  const store = log(10)
  const tail = new LogTail(store.read)
  const reading = tail.read(0, 500)
  tail.forget()
  await reading
  store.events.length = 8
  expect((await positionsOf(tail.read(5, 500))).seen).toEqual([6, 7, 8])
})

const far = <One extends { position: Position }>(one: One): One => ({ ...one, position: one.position * 10 })

/** The same log with positions ten times as high, as in a store whose positions do not count events. */
function sparse(store: ReturnType<typeof log>): ReadPage {
  return async (after, limit) => {
    const { events, position, isFull, last } = await store.read(Math.floor(after / 10), limit)
    const own = events.map(({ position: place, id }) => far({ position: place, id }))
    return { events: events.map(far), position: position * 10, isFull, last: last && far(last), own }
  }
}

test('serves cached events of a log whose positions do not count events, across the gaps', async () => {
  const store = log(10)
  const tail = new LogTail(sparse(store))
  await tail.read(0, 500)
  const page = await tail.read(70, 500)
  expect(page).toMatchObject({ position: 100, isFull: false, own: [{ id: 'e8' }, { id: 'e9' }, { id: 'e10' }] })
  expect(await tail.read(70, 2)).toMatchObject({ position: 90, isFull: true, last: { id: 'e9', position: 90 } })
  expect(store.reads).toEqual([[0, 500]])
})

test('shares the next page among its waiters, even if earlier events are dropped meanwhile', async () => {
  const store = log(10)
  const tail = new LogTail(sparse(store))
  await tail.read(0, 10)
  store.grow(5)
  const first = tail.read(100, 500)
  tail.dropEvents()
  const second = tail.read(100, 200)
  expect((await Promise.all([first, second])).map(({ position }) => position)).toEqual([150, 150])
  expect(await positionsOf(tail.read(50, 2))).toEqual({ seen: [60, 70], position: 70 })
  expect(store.reads).toEqual([
    [0, 10],
    [10, 500],
    [5, 2],
  ])
})

const kinds: [string, (store: ReturnType<typeof log>) => { read: ReadPage; factor: number }][] = [
  ['count its events', (store) => ({ read: store.read, factor: 1 })],
  ['do not count its events', (store) => ({ read: sparse(store), factor: 10 })],
]

test.each(kinds)(
  'under concurrency, in a log whose positions %s, each subscription sees every event once and in order',
  async (_, kindOf) => {
    const followers = [0, 1, 2]
    const step = fc.record({
      readers: fc.subarray(followers),
      limit: fc.integer({ min: 1, max: 12 }),
      growsBefore: fc.nat({ max: 9 }),
      growsMeanwhile: fc.nat({ max: 9 }),
      drops: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const store = log(3)
        const { read: readLog, factor } = kindOf(store)
        const tail = new LogTail(readLog)
        const seen = followers.map((): Position[] => [])
        const grow = (by: number) => {
          if (by > 0) store.grow(by)
          if (by > 0) tail.heard()
        }
        const read = async (index: number, limit: number) => {
          const { events, isFull } = await tail.read(seen[index]?.at(-1) ?? 0, limit)
          seen[index]?.push(...events.map(({ position }) => position))
          return isFull
        }
        for (const { readers, limit, growsBefore, growsMeanwhile, drops } of steps) {
          grow(growsBefore)
          const reading = Promise.all(readers.map((index) => read(index, limit)))
          grow(growsMeanwhile)
          if (drops) tail.dropEvents()
          await reading
        }
        for (const index of followers) while (await read(index, 7));
        const all = span(1, store.events.length).map((position) => position * factor)
        expect(seen).toEqual(followers.map(() => all))
      }),
    )
  },
)

test.each([
  ['few', 1_000, [0, 10, 20, 30]],
  ['many', byteBudget.keptPages / 3, [0, 10, 20, 30, 0]],
])('caches segments of %s bytes until their total exceeds the budget', async (_, bytes, reads) => {
  const store = log(0)
  const tail = new LogTail(async (after, limit) => ({ ...(await store.read(after, limit)), bytes }))
  await tail.read(0, 500)
  store.reads.length = 0
  for (const after of [0, 10, 20, 30]) {
    store.grow(10)
    tail.heard()
    await tail.read(after, 500)
  }
  await tail.read(0, 10)
  expect(store.reads.map(([after]) => after)).toEqual(reads)
})
