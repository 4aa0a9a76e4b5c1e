import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { byteBudget } from '#core/async/byte-budget.ts'
import { eventOf, newStream, openPostgresStores, type PostgresStores } from '#test/support/event-store/event-stores.ts'
import { incompressible, sizesOfAnswers } from '#test/support/postgres/sizes-of-answers.ts'

let stores: PostgresStores

beforeAll(async () => {
  stores = await openPostgresStores()
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => stores.dispose())

test('concurrent reads of large streams and a long one are complete, with statements that each fetch a few MB', async () => {
  const { store, database } = stores
  const large = Array.from({ length: 60 }, (_, i) =>
    eventOf('Large', { i, texts: Array.from({ length: 400 }, (_t, n) => incompressible(400 * i + n)) }),
  )
  const streams = [newStream(), newStream(), newStream()]
  for (const [i, event] of large.entries()) {
    const stream = streams[i % 3] ?? ''
    await store.append(stream, i < 3 ? 'no-stream' : Math.floor(i / 3) - 1, [event])
  }
  const long = newStream()
  const many = Array.from({ length: 250 }, (_, i) => eventOf('Counted', { i }))
  await store.append(long, 'no-stream', many)
  const sizes = sizesOfAnswers(database.pool)
  const found = await Promise.all([...streams, long].map((stream) => store.readStream(stream)))
  expect(found.map((events) => events.map(({ id }) => id))).toEqual([
    ...streams.map((_, place) => large.filter((_event, i) => i % 3 === place).map(({ id }) => id)),
    many.map(({ id }) => id),
  ])
  expect(Math.max(...(await sizes()))).toBeLessThan(4 * byteBudget.page)
  expect((await sizes()).length).toBeGreaterThan(5)
})

test('64 concurrent stream reads take one statement, and a second one only for the longer streams', async () => {
  const { store, database } = stores
  const lengths = Array.from({ length: 64 }, (_, i) => (i % 30 === 1 ? 90 : 20))
  const written = lengths.map((length) => Array.from({ length }, (_, i) => eventOf('Counted', { i })))
  const streams = written.map(newStream)
  await Promise.all(streams.map((stream, i) => store.append(stream, 'no-stream', written[i] ?? [])))
  const sizes = sizesOfAnswers(database.pool)
  const found = await Promise.all(streams.map((stream) => store.readStream(stream)))
  expect(found.map((events) => events.map(({ id }) => id))).toEqual(written.map((events) => events.map(({ id }) => id)))
  expect(await sizes()).toHaveLength(2)
})

test.each([
  ['small enough to be stored inline', 12_000],
  ['of a few kB', 24_000],
])(
  'events that are small only in storage because they compress, %s, are not fetched all at once',
  async (_, repeats) => {
    const { store, database } = stores
    const streams = Array.from({ length: 100 }, newStream)
    const data = { text: 'trolley '.repeat(repeats) }
    for (const stream of streams) await store.append(stream, 'no-stream', [eventOf('Large', data)])
    const sizes = sizesOfAnswers(database.pool)
    const found = await Promise.all(streams.map((stream) => store.readStream(stream)))
    expect(found.map(([event]) => event?.stream)).toEqual(streams)
    expect(Math.max(...(await sizes()))).toBeLessThan(4 * byteBudget.page)
  },
)

test('streams of events that compress like orders of many lines take as few statements as their size allows', async () => {
  const { store, database } = stores
  const line = { company: 'Aarogya Meditech', pricePaise: 8_450_050 }
  const lines = Array.from({ length: 70 }, (_, n) => ({ ...line, title: `Patient Monitor ${n}`, n }))
  const streams = Array.from({ length: 64 }, newStream)
  for (const stream of streams) {
    const placed = Array.from({ length: 4 }, () => eventOf('OrderPlaced', { lines }))
    await store.append(stream, 'no-stream', placed)
  }
  const sizes = sizesOfAnswers(database.pool)
  const found = await Promise.all(streams.map((stream) => store.readStream(stream)))
  expect(found.map((events) => events.length)).toEqual(streams.map(() => 4))
  expect(await sizes()).toHaveLength(2)
})

test('a stream whose rows cannot be read fails no other stream of the same batch', async () => {
  const { store, database } = stores
  const [good, bad, other] = [newStream(), newStream(), newStream()]
  for (const stream of [good, bad, other]) await store.append(stream, 'no-stream', [eventOf('Counted', { n: 1 })])
  await database.pool.query(`
    create policy unreadable on events using (case when stream = '${bad}' then 1 / revision > 0 else true end);
    alter table events enable row level security, force row level security`)
  const outcomes = await Promise.allSettled([good, bad, other].map((stream) => store.readStream(stream)))
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})
