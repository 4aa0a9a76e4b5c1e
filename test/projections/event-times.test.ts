import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemActor } from '#core/domain/actor.ts'
import { isoTime } from '#core/domain/clock.ts'
import { openDatabase, type Database } from '#core/database/database.ts'
import type { RecordedEvent } from '#core/event-store/event-store.ts'
import { schemaOf, type Projection, type Row } from '#core/projections/projection.ts'
import { eventLogQueries } from '#modules/audit/read-model.ts'
import type { EventFilter } from '#modules/audit/events/tables.ts'
import { eventCountsProjection } from '#projections/event-counts.ts'
import { eventLogProjection } from '#projections/event-log.ts'
import { foldEvents } from '#core/projections/sinks/fold-events.ts'
import { storedTable } from '#core/projections/sinks/read-table.ts'
import { freshDatabase, type FreshDatabase } from '#test/support/postgres/postgres.ts'
import { randomFrom } from '#test/support/random.ts'

let fresh: FreshDatabase
let database: Database

const seed = 7
const random = randomFrom(seed)
const begun = Date.parse('2026-11-20T09:58:30.000Z')

/** Ninety events over four hours, on a clock that goes back by up to three minutes. */
const events: RecordedEvent[] = Array.from({ length: 90 }, (_, n) => ({
  id: `event-${n}`,
  position: n * 3 + 1,
  stream: `order-${n % 5}`,
  revision: n,
  type: 'OrderPlaced',
  data: {},
  metadata: { correlationId: 'request', causationId: 'cause', by: systemActor, schemaVersion: 1 },
  at: isoTime(begun + n * 160_000 - Math.floor(random() * 180_000)),
}))

beforeAll(async () => {
  fresh = await freshDatabase()
  database = openDatabase(fresh.url, { applicationName: 'test' })
  await store(eventLogProjection(['OrderPlaced']))
  await store(eventCountsProjection(['OrderPlaced']))
})
afterAll(async () => {
  await database.close()
  await fresh.drop()
})

async function store<R extends Row>({ name, sink, on }: Projection<R>): Promise<void> {
  if (sink.kind !== 'table') throw new Error(`${name} is no table`)
  const table = storedTable<R>(schemaOf(name), sink.table)
  await table.create(database.db)
  const { rows } = foldEvents(on, events, new Map())
  await sql`with ${sql.join([sql`moved as (select)`, ...table.writing(rows)])} select from moved`.execute(database.db)
}

const around = [-60_000, -1, 0, 1, 60_000]
/** Times of events, whole minutes and hours, and right before and after them. */
const moments = [
  ...events.filter((_event, n) => n % 30 === 0).map(({ at }) => Date.parse(at)),
  Date.parse('2026-11-20T10:00:00.000Z'),
  Date.parse('2026-11-20T11:34:00.000Z'),
].flatMap((moment) => around.map((apart) => isoTime(moment + apart)))

async function expectToFindEach(): Promise<void> {
  const log = eventLogQueries(database.db)
  const found = async (filter: EventFilter) => (await log.list(filter, { page: 0, size: 100 })).rows.length
  for (const at of moments) {
    const later = events.filter((event) => event.at >= at).length
    const earlier = events.filter((event) => event.at <= at).length
    expect(await found({ from: at }), `from ${at}`).toBe(later)
    expect(await found({ to: at }), `to ${at}`).toBe(earlier)
  }
}

describe(`a filter by time (seed ${seed})`, () => {
  test('finds each event of the span, in any order of the clock', expectToFindEach)

  test('does so while the counts of the previous version are live, which had hours only', async () => {
    await database.pool.query(`delete from read_event_counts.counts where key like 'minute/%'`)
    await expectToFindEach()
  })
})
