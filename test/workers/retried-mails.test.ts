import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { systemActor } from '#core/domain/actor.ts'
import { openDatabase, type Database } from '#core/database/database.ts'
import { migrate } from '#core/database/migrate.ts'
import { EngineUnavailable } from '#core/domain/errors.ts'
import { retryCommands, type RecordedRetry } from '#modules/notifications/retry-commands.ts'
import { notificationMigrations } from '#modules/notifications/tables.ts'
import { freshDatabase, type FreshDatabase } from '#test/support/postgres/postgres.ts'

let fresh: FreshDatabase
let database: Database
let recorded: RecordedRetry[]

beforeAll(async () => {
  fresh = await freshDatabase()
  database = openDatabase(fresh.url, { applicationName: 'test' })
  await migrate(database.db, notificationMigrations)
})
afterAll(async () => {
  await database.close()
  await fresh.drop()
})
beforeEach(async () => {
  recorded = []
  await sql`truncate notifications`.execute(database.db)
  await sql`
    insert into notifications (id, event_id, channel, kind, stream, revision, event_at, status, attempts, due_at)
    select id, gen_random_uuid(), 'email', 'order-placed', 'order-ORD1', 0, now(), status, 8,
      case when id = 'c' then now() + interval '1 hour' end
    from (values ('a', 'failed'), ('b', 'failed'), ('c', 'queued'), ('d', 'sent')) as mail (id, status)`.execute(
    database.db,
  )
})

async function statuses(): Promise<string> {
  const { rows } = await sql<{ all: string }>`
    select string_agg(id || ':' || status, ' ' order by id) as all from notifications`.execute(database.db)
  return rows[0]?.all ?? ''
}

const record = (_by: unknown, retried: RecordedRetry) => Promise.resolve(recorded.push(retried))
const away = () => Promise.reject(new EngineUnavailable('event store'))
const untouched = 'a:failed b:failed c:queued d:sent'

describe('a retry', () => {
  test('of one mail that has failed, or waits for its next attempt, is recorded', async () => {
    const { retry } = retryCommands(database.db, record)
    for (const id of ['a', 'c']) expect(await retry(systemActor, id)).toMatchObject({ mail: { id, attempts: 0 } })
    expect(await statuses()).toBe('a:pending b:failed c:pending d:sent')
    expect(recorded).toEqual(['a', 'c'].map((id) => ({ count: 1, ids: [id] })))
  })

  test('of any other mail changes and records nothing', async () => {
    const { retry } = retryCommands(database.db, record)
    for (const id of ['d', 'unknown']) expect(await retry(systemActor, id)).toBeUndefined()
    expect([await statuses(), recorded]).toEqual([untouched, []])
  })

  test('of all that have failed is recorded once, and only under their number', async () => {
    const { retryAll } = retryCommands(database.db, record)
    await expect(retryAll(systemActor, 3)).rejects.toMatchObject({ code: 'conflict' })
    expect([await statuses(), recorded]).toEqual([untouched, []])
    await retryAll(systemActor, 2)
    expect(await statuses()).toBe('a:pending b:pending c:queued d:sent')
    expect(recorded.map(({ count, ids }) => [count, ids.toSorted()])).toEqual([[2, ['a', 'b']]])
  })

  test('that cannot be recorded changes nothing', async () => {
    const { retry, retryAll } = retryCommands(database.db, away)
    await expect(retry(systemActor, 'a')).rejects.toBeInstanceOf(EngineUnavailable)
    await expect(retryAll(systemActor, 2)).rejects.toBeInstanceOf(EngineUnavailable)
    expect(await statuses()).toBe(untouched)
  })
})
