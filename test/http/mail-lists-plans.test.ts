import { sql, type CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase, type Database, type Db } from '#core/database/database.ts'
import { migrate } from '#core/database/migrate.ts'
import { countMails } from '#modules/notifications/lists/counts-read-model.ts'
import { sumOf } from '#core/database/lists/stored-totals.ts'
import { mailLists, type MailFilter } from '#modules/notifications/lists/mails-read-model.ts'
import type { JobSort } from '#modules/notifications/schema.ts'
import { notificationMigrations } from '#modules/notifications/tables.ts'
import { recordingQueries, workOf, type Work } from '../bench/support/query-work.ts'
import { freshDatabase, type FreshDatabase } from '../support/postgres/postgres.ts'

// Postgres plans here as in a shop that has sent many mails; nothing may read them all.

const sent = 40_000

let fresh: FreshDatabase
let database: Database

beforeAll(async () => {
  fresh = await freshDatabase()
  database = openDatabase(fresh.url, { applicationName: 'test' })
  await migrate(database.db, notificationMigrations)
  await sql`
    insert into notifications
      (id, event_id, channel, kind, stream, revision, event_at, created_at, status, attempts, due_at, recipient_id)
    select 'mail-' || n, gen_random_uuid(), 'email',
      case when n % 20000 = 7 then 'order-returned' when n % 3 = 0 then 'order-confirmed' else 'order-placed' end,
      'order-ORD' || n, 0, now(), now() - interval '30 days' + n * interval '1 minute',
      (array['queued', 'failed', 'held', 'cancelled', 'sending', 'pending'])[n / 7 % 6 + 1], n % 9, null, null
    from generate_series(1, 120) n`.execute(database.db)
  await sql`
    insert into notifications
      (id, event_id, channel, kind, stream, revision, event_at, created_at, status, attempts, recipient_id)
    select 'sent-' || n, gen_random_uuid(), 'email',
      case when n % 20000 = 7 then 'order-returned' when n % 3 = 0 then 'order-confirmed' else 'order-placed' end,
      'order-ORD' || n, 0, now(), now() - interval '30 days' + n * interval '1 minute', 'sent', 1 + n % 5, 'account-' || n
    from generate_series(1, ${sent}::integer) n`.execute(database.db)
  await sql`update notifications set due_at = now() + attempts * interval '1 minute' where status = 'queued'`.execute(
    database.db,
  )
  await sql`vacuum analyze notifications`.execute(database.db)
  // Keeps the total.
  await countMails(database.db)
})
afterAll(async () => {
  await database.close()
  await fresh.drop()
})

async function workFor(ask: (db: Db) => Promise<unknown>): Promise<Work> {
  const recording: { db: Db; asked: CompiledQuery[] } = recordingQueries(database.pool)
  await ask(recording.db)
  expect(recording.asked.length).toBeGreaterThan(0)
  return workOf(database.pool, recording.asked)
}

/** Far less than the table, which has more than 800 pages and an index of 200. */
const little = { buffers: 130, discarded: 150, sorted: 250 }

function expectLittle({ buffers, discarded, sorted }: Work): void {
  expect(buffers).toBeLessThan(little.buffers)
  expect(discarded).toBeLessThan(little.discarded)
  expect(sorted).toBeLessThan(little.sorted)
}

const sorts: JobSort[] = ['created-desc', 'created-asc', 'tries-desc', 'tries-asc', 'next-desc', 'next-asc']
const states: MailFilter['state'][] = [undefined, 'waiting', 'held', 'failed', 'done']

describe.each(states)('a page of mails that are %s', (state) => {
  test.each(sorts)('reads little in the order %s', async (sort) => {
    expectLittle(await workFor((db) => mailLists(db).page({ state }, { page: 2, size: 10, sort })))
  })
})

// Of the other states there are too few to read them from the end.
describe.each<MailFilter['state']>([undefined, 'done'])('the last page of mails that are %s', (state) => {
  test.each(sorts)('is read from the end of the list in the order %s', async (sort) => {
    const lists = mailLists(database.db)
    const counts = await lists.counts({})
    const total = state === undefined ? sumOf(counts) : counts[state]
    const page = Math.max(0, Math.ceil(total / 10) - 1)
    const last = await lists.page({ state }, { page, size: 10, sort })
    const size = total - 10 * page
    const opposite = await lists.page({ state }, { page: 0, size, sort: reversed(sort) })
    expect(last.map(({ id }) => id)).toEqual(opposite.map(({ id }) => id).toReversed())
    expect(await lists.page({ state }, { page: page + 1, size: 10, sort })).toEqual([])
    const { buffers, sorted } = await workFor((db) => mailLists(db).page({ state }, { page, size: 10, sort }))
    // The total is counted, too.
    expect(buffers).toBeLessThan(700)
    expect(sorted).toBeLessThan(little.sorted)
  })
})

function reversed(sort: JobSort): JobSort {
  const opposite = sorts.find((one) => one.split('-')[0] === sort.split('-')[0] && one !== sort)
  if (opposite === undefined) throw new TypeError(`no opposite of ${sort}`)
  return opposite
}

test.each(sorts)('a file reads each batch from indexes in the order %s', async (sort) => {
  const first = async (db: Db) => {
    const batches = mailLists(db).all({}, sort)
    await batches.next()
    await batches.next()
    await batches.return(undefined)
  }
  const { buffers, sorted, discarded } = await workFor(first)
  expect(buffers).toBeLessThan(700)
  expect(sorted).toBeLessThan(1_000)
  expect(discarded).toBeLessThan(little.discarded)
})

const rare: [string, MailFilter][] = [
  ['of a kind of which there are few', { kind: 'order-returned' }],
  ['about an order', { text: 'ORD39999' }],
  ['about a stream', { text: 'order-ORD39999' }],
  ['to an account', { text: 'account-12345' }],
  ['of a name', { text: 'sent-12345' }],
  ['about nothing', { text: 'nothing' }],
]

test.each(rare)('mails %s are found and counted without reading the others', async (_name, filter) => {
  expectLittle(await workFor((db) => mailLists(db).page(filter, { page: 0, size: 10 })))
  expectLittle(await workFor((db) => mailLists(db).counts(filter)))
})

describe('the number of mails', () => {
  test('is exact, and does not count those of long ago again', async () => {
    const { done, ...others } = await countMails(database.db)
    const open = await sql<{ count: number }>`
      select count(*) as count from notifications where status not in ('sent', 'cancelled')`.execute(database.db)
    expect(others.waiting + others.held + others.failed).toBe(open.rows[0]?.count)
    expect(done + (open.rows[0]?.count ?? 0)).toBe(sent + 120)
    expectLittle(await workFor((db) => countMails(db)))
  })

  test('is counted up to one beyond the bound where a list is narrowed', async () => {
    const { done } = await mailLists(database.db).counts({ kind: 'order-placed' })
    expect(done).toBe(10_001)
  })
})
