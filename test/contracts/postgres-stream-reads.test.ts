import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventOf, newStream, openPostgresStores, type PostgresStores } from '#test/support/event-stores.ts'

let stores: PostgresStores

beforeAll(async () => {
  stores = await openPostgresStores()
})
afterAll(() => stores.dispose())

test('a stream whose rows cannot be read is nobody else’s trouble, though streams of one moment are read together', async () => {
  const { store, database } = stores
  const [good, bad, other] = [newStream(), newStream(), newStream()]
  for (const stream of [good, bad, other]) await store.append(stream, 'no-stream', [eventOf('Counted', { n: 1 })])
  await database.pool.query(`
    create policy unreadable on events using (case when stream = '${bad}' then 1 / revision > 0 else true end);
    alter table events enable row level security, force row level security`)
  const outcomes = await Promise.allSettled([good, bad, other].map((stream) => store.readStream(stream)))
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})
