import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { guestActor } from '#core/domain/actor.ts'
import { isoTime } from '#core/domain/clock.ts'
import { openDatabase, type Database } from '#core/database/database.ts'
import { migrate } from '#core/database/migrate.ts'
import type { RecordedEvent } from '#core/event-store/event-store.ts'
import { eventWriterMigrations } from '#core/event-store/writers/writer-tables.ts'
import { silentLog } from '#core/telemetry/log.ts'
import type { RowReactor } from '#core/projections/reactor.ts'
import { notificationsModule } from '#modules/notifications/module.ts'
import { notificationMigrations } from '#modules/notifications/tables.ts'
import type { orderEvents } from '#modules/ordering/domain/events.ts'
import type { orderNotesEvents } from '#modules/ordering/notes/domain/events.ts'
import type { serviceRequestEvents } from '#modules/service-requests/domain/events.ts'
import { mailReactors } from '#workers/module.ts'
import { sendingPolicy } from '#workers/sending-policy.ts'
import { freshDatabase, type FreshDatabase } from '#test/support/postgres/postgres.ts'
import { nothingDecided } from './mail-deps.ts'

const now = Date.now()
const day = 24 * 60 * 60 * 1000
const hour = 60 * 60 * 1000

let fresh: FreshDatabase
let database: Database
let reactor: RowReactor

beforeAll(async () => {
  fresh = await freshDatabase()
  database = openDatabase(fresh.url, { applicationName: 'test' })
  await migrate(database.db, { ...notificationMigrations, ...eventWriterMigrations })
  const notifications = notificationsModule({ db: database.db, ...nothingDecided })
  const [mails] = mailReactors({
    notifications: notifications,
    policy: sendingPolicy,
    log: silentLog,
  })
  if (mails === undefined) throw new Error('there is no reactor')
  reactor = mails
})

afterAll(async () => {
  await database.close()
  await fresh.drop()
})

afterEach(() => void vi.useRealTimers())

let made = 0

function happened(type: string, stream = 'order-ORD1', at = now): RecordedEvent {
  made += 1
  const id = `01940000-0000-7000-8000-${String(made).padStart(12, '0')}`
  const metadata = { correlationId: id, causationId: id, by: guestActor, schemaVersion: 1 }
  return { id, type, stream, revision: 4, position: made, at: isoTime(at), data: { secret: 'Asha Rao' }, metadata }
}

async function rowsAfter(events: readonly RecordedEvent[]) {
  await database.db.transaction().execute((trx) => reactor.handle(events, trx))
  const ids = events.map((event) => event.id)
  const { rows } = await sql<Record<string, unknown>>`
    select * from notifications where event_id = any(${ids}::uuid[]) order by id`.execute(database.db)
  return rows
}

/** The notifications of each event of the two modules; null is silence on purpose. */
const says: Record<
  keyof typeof orderEvents | keyof typeof orderNotesEvents | keyof typeof serviceRequestEvents,
  string | null
> = {
  OrderPlaced: 'order-placed',
  OrderConfirmed: 'order-confirmed',
  OrderDispatched: 'order-dispatched',
  OrderDelivered: 'order-delivered',
  PaymentCollected: null,
  OrderCancelled: 'order-cancelled',
  OrderReturned: 'order-returned',
  OrderPersonalDataErased: null,
  OrderNoteAdded: null,
  ServiceRequestRaised: 'service-request-received',
  ServiceRequestAcknowledged: 'service-request-acknowledged',
  ServiceRequestResolved: 'service-request-resolved',
  ServiceRequestDeclined: 'service-request-declined',
  ServiceRequestReplied: 'service-request-replied',
  ServiceRequestWithdrawn: 'service-request-withdrawn',
  ServiceRequestPersonalDataErased: null,
}

describe('given an event, exactly these rows', () => {
  test.each(Object.entries(says))('%s makes the shop send %s', async (type, kind) => {
    expect(reactor.types.includes(type)).toBe(kind !== null)
    const event = happened(type)
    const rows = await rowsAfter([event])
    expect(rows.map((row) => ({ ...row, created_at: undefined }))).toEqual(
      kind === null
        ? []
        : [
            {
              id: `${event.id}-email`,
              event_id: event.id,
              channel: 'email',
              kind,
              stream: 'order-ORD1',
              revision: 4,
              event_at: isoTime(now),
              copy_of: null,
              caused_by: event.metadata.by.id,
              recipient_id: null,
              status: 'pending',
              attempts: 0,
              lease: null,
              leased_until: null,
              due_at: null,
              error: null,
              message_id: null,
              put_back: 0,
              put_aside: 0,
              created_at: undefined,
              sent_at: null,
            },
          ],
    )
  })

  test('the same events again change nothing', async () => {
    const events = [happened('OrderPlaced'), happened('OrderConfirmed')]
    const first = await rowsAfter(events)
    expect(await rowsAfter(events.toReversed())).toEqual(first)
    expect(first).toHaveLength(2)
  })

  test('a failed transaction leaves none', async () => {
    const event = happened('OrderPlaced')
    const failing = database.db.transaction().execute(async (trx) => {
      await reactor.handle([event], trx)
      throw new Error('the checkpoint did not move')
    })
    await expect(failing).rejects.toThrow('the checkpoint did not move')
    const { rows } = await sql`select 1 from notifications where event_id = ${event.id}`.execute(database.db)
    expect(rows).toEqual([])
  })

  test('the mail of an event older than 24 hours is held', async () => {
    const rows = await rowsAfter([
      happened('OrderPlaced', 'order-ORD1', now - day + hour),
      happened('OrderPlaced', 'order-ORD2', now - day - hour),
    ])
    expect(rows.map(({ status, error }) => [status, error])).toEqual([
      ['pending', null],
      ['held', 'The event was older than 24 hours when its email was due'],
    ])
  })

  test.each([-2 * day, 2 * day])(
    'the age of an event is measured by the clock of the database, whatever the process’s own shows (%i ms off)',
    async (off) => {
      vi.useFakeTimers({ toFake: ['Date'], now: now + off })
      const rows = await rowsAfter([happened('OrderPlaced'), happened('OrderPlaced', 'order-ORD2', now - day - hour)])
      expect(rows.map(({ status }) => status)).toEqual(['pending', 'held'])
    },
  )
})
