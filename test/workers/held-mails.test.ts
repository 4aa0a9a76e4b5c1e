import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { guestActor } from '#core/domain/actor.ts'
import { isoTime } from '#core/domain/clock.ts'
import { openDatabase, type Database } from '#core/database/database.ts'
import { migrate } from '#core/database/migrate.ts'
import type { RecordedEvent } from '#core/event-store/event-store.ts'
import { beginRun, eventWriterMigrations, nameOfWriter } from '#core/event-store/writers/writer-tables.ts'
import { silentLog } from '#core/telemetry/log.ts'
import { notificationsModule, type NotificationsModule } from '#modules/notifications/module.ts'
import { notificationMigrations } from '#modules/notifications/tables.ts'
import { mailReactors } from '#workers/module.ts'
import { sendingPolicy } from '#workers/sending-policy.ts'
import { freshDatabase, type FreshDatabase } from '#test/support/postgres/postgres.ts'
import { nothingDecided } from './mail-deps.ts'

let fresh: FreshDatabase
let database: Database
let notifications: NotificationsModule

beforeAll(async () => {
  fresh = await freshDatabase()
  database = openDatabase(fresh.url, { applicationName: 'test' })
  await migrate(database.db, { ...notificationMigrations, ...eventWriterMigrations })
  notifications = notificationsModule({ db: database.db, ...nothingDecided })
})
afterAll(async () => {
  await database.close()
  await fresh.drop()
})
beforeEach(() => sql`truncate notifications, event_writers, notification_origin`.execute(database.db))

let made = 0

function placed(writer: string | undefined, at = Date.now()): RecordedEvent {
  made += 1
  const id = `01940000-0000-7000-8000-${String(made).padStart(12, '0')}`
  const metadata = { correlationId: id, causationId: id, by: guestActor, schemaVersion: 1, writer }
  const stream = `order-ORD${made}`
  return { id, type: 'OrderPlaced', stream, revision: 0, position: made, at: isoTime(at), data: {}, metadata }
}

async function statusesAfter(...events: RecordedEvent[]): Promise<string[]> {
  const [reactor] = mailReactors({ notifications, policy: sendingPolicy, log: silentLog })
  await database.db.transaction().execute((trx) => reactor?.handle(events, trx) ?? Promise.resolve())
  return statuses()
}

async function statuses(): Promise<string[]> {
  const { rows } = await sql<{ status: string }>`
    select status from notifications order by created_at, event_id`.execute(database.db)
  return rows.map(({ status }) => status)
}

describe('a database that is older than the log', () => {
  test('holds the mails up to the last event whose writer it does not know, and sends later ones', async () => {
    const known = nameOfWriter(await beginRun(database.db, 'before'))
    const ofNextRun = nameOfWriter(await beginRun(database.db, 'after'))
    const events = [placed(known), placed('before:2'), placed('lost:1'), placed(ofNextRun)]
    expect(await statusesAfter(...events)).toEqual(['held', 'held', 'held', 'pending'])
  })

  test('also holds the mails queued in it: they may have been sent since', async () => {
    const known = nameOfWriter(await beginRun(database.db, 'before'))
    expect(await statusesAfter(placed(known))).toEqual(['pending'])
    expect(await statusesAfter(placed('before:2'))).toEqual(['held', 'held'])
  })

  test.each(['', 'before', 'before:x', ':1', 'before:99999999999'])(
    'holds the mail of a writer named "%s"',
    async (name) => {
      await beginRun(database.db, 'before')
      expect(await statusesAfter(placed(name))).toEqual(['held'])
    },
  )

  test('sends the mails of events without a writer: of an earlier release, or of a log in the database', async () => {
    expect(await statusesAfter(placed(undefined))).toEqual(['pending'])
  })
})

describe('at the start of the reactors', () => {
  test('the same database and log hold nothing', async () => {
    await notifications.checkOrigin('database')
    await statusesAfter(placed(undefined))
    expect(await notifications.checkOrigin('database')).toEqual({ isChanged: false, held: 0 })
    expect(await statusesAfter(placed(undefined))).toEqual(['pending', 'pending'])
  })

  test('another log holds the queued mails, and the mails of all events up to now', async () => {
    await notifications.checkOrigin('database')
    const before = Date.now() - 1_000
    await statusesAfter(placed(undefined))
    expect(await notifications.checkOrigin('eventstoredb')).toEqual({ isChanged: true, held: 1 })
    const after = Date.now() + 60_000
    expect(await statusesAfter(placed(undefined, before), placed(undefined, after))).toEqual([
      'held',
      'held',
      'pending',
    ])
    expect((await notifications.checkOrigin('eventstoredb')).isChanged).toBe(false)
  })

  test('the log of another shop is another log, but the first id of a log without one is not', async () => {
    await notifications.checkOrigin('eventstoredb')
    expect((await notifications.checkOrigin('eventstoredb/1')).isChanged).toBe(false)
    expect((await notifications.checkOrigin('eventstoredb/1')).isChanged).toBe(false)
    expect((await notifications.checkOrigin('eventstoredb/2')).isChanged).toBe(true)
  })

  test('a dump restored into another database is another database', async () => {
    await notifications.checkOrigin('database')
    await sql`create table copy_of_origin as table notification_origin`.execute(database.db)
    await sql`drop table notification_origin`.execute(database.db)
    await sql`alter table copy_of_origin rename to notification_origin`.execute(database.db)
    await sql`create unique index on notification_origin ((true))`.execute(database.db)
    expect((await notifications.checkOrigin('database')).isChanged).toBe(true)
  })
})
