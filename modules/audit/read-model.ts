import { sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely'
import { boundsOf, type Positions } from './events/bounds-read-model.ts'
import { countKeys } from './events/count-keys.ts'
import { causationChainOf } from './events/causation-read-model.ts'

import type { AuditTables, EventCountRow, EventFilter, EventLogRow } from './events/tables.ts'

/** For the projections `event-log` and `event-counts`, which write these rows. */
export { countKeys }
export type { EventCountRow, EventLogRow }

/** A page of the matching events: by number, or by a position next to it, which is fast at any depth. */
export type PageAt = { page: number; size: number; before?: number | undefined; after?: number | undefined }

/** The events, newest first; `hasMore`: more follow in the requested direction. */
export type FoundEvents = { rows: EventLogRow[]; hasMore: boolean }

/** The number of matches; if `isExact` is false, there are more. */
export type Total = { total: number; isExact: boolean }

/** Which events: those that pass the filter, and satisfy the condition if there is one. */
export type Matching = EventFilter & { where?: RawBuilder<SqlBool> | undefined }

/** A list stops counting here, unless `event-counts` holds the exact number. */
const mostCounted = 1_000

const columns = {
  stream: 'stream',
  category: 'category',
  type: 'type',
  by: 'by_id',
  correlationId: 'correlation_id',
} as const
const marks = ['stream', 'category', 'type', 'by', 'correlationId'] as const

/** Queries on the list of all events. */
export function eventLogQueries(db: Kysely<unknown>) {
  const tables = db.$extendTables<AuditTables>()
  const events = () => tables.selectFrom('read_event_log.events')
  return {
    /** The matching events, newest first. */
    page: async (filter: Matching, at: PageAt): Promise<FoundEvents> =>
      pageOf(matching(tables, filter, await boundsOf(tables, filter)), at),

    /** As `page`, with the number of matches: exact if `event-counts` holds it, else counted up to 1,000. */
    async list(filter: Matching, at: PageAt): Promise<FoundEvents & Total> {
      const found = matching(tables, filter, await boundsOf(tables, filter))
      const [page, total] = await Promise.all([pageOf(found, at), totalOf(tables, filter, found)])
      return { ...page, ...total }
    },

    /** The positions between which all matches lie. */
    async span(filter: EventFilter): Promise<{ lowest: number; highest: number }> {
      const { lowest, highest } = await boundsOf(tables, filter)
      return { lowest, highest: highest ?? (await lastCounted(tables)) }
    },

    find: (eventId: string): Promise<EventLogRow | undefined> =>
      events().selectAll().where('event_id', '=', eventId).executeTakeFirst(),

    /** Whether any event has this value. */
    async has(mark: (typeof marks)[number], value: string): Promise<boolean> {
      const row = await events().select('position').where(columns[mark], '=', value).limit(1).executeTakeFirst()
      return row !== undefined
    },

    atPosition: (position: number): Promise<EventLogRow | undefined> =>
      events().selectAll().where('position', '=', position).limit(1).executeTakeFirst(),

    /** The causes and effects of an event, and the first events of its request; oldest first, across streams. */
    family: (row: EventLogRow, limit: number): Promise<EventLogRow[]> => causationChainOf(tables, row, limit),
  }
}

type Found = ReturnType<typeof matching>

async function pageOf(found: Found, { page, size, before, after }: PageAt): Promise<FoundEvents> {
  let query = found.selectAll().limit(size + 1)
  if (before !== undefined) query = query.where('position', '<', before)
  if (after !== undefined) {
    const rows = await query.where('position', '>', after).orderBy('position').execute()
    return { rows: rows.slice(0, size).toReversed(), hasMore: rows.length > size }
  }
  const offset = before === undefined ? page * size : 0
  const rows = await query.orderBy('position', 'desc').offset(offset).execute()
  return { rows: rows.slice(0, size), hasMore: rows.length > size }
}

async function totalOf(tables: Kysely<AuditTables>, filter: Matching, found: Found): Promise<Total> {
  const key = countedAs(filter)
  if (key !== undefined) return { total: await counted(tables, key), isExact: true }
  const some = found.select('position').limit(mostCounted + 1)
  const row = await tables
    .selectFrom(some.as('some'))
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirst()
  const total = row?.total ?? 0
  return { total: Math.min(total, mostCounted), isExact: total <= mostCounted }
}

function matching(tables: Kysely<AuditTables>, filter: Matching, { lowest, highest }: Positions) {
  let query = tables.selectFrom('read_event_log.events')
  for (const name of marks) {
    const value = filter[name]
    if (value !== undefined) query = query.where(columns[name], '=', value)
  }
  if (filter.from !== undefined) query = query.where('at', '>=', filter.from)
  if (filter.to !== undefined) query = query.where('at', '<=', filter.to)
  if (filter.where !== undefined) query = query.where(filter.where)
  if (lowest > 0) query = query.where('position', '>=', lowest)
  return highest === null ? query : query.where('position', '<=', highest)
}

export type EventLogQueries = ReturnType<typeof eventLogQueries>

/** The key of the row with the exact count; undefined for filters that are not counted. */
function countedAs({ category, type, ...others }: Matching): string | undefined {
  if (Object.values(others).some((value) => value !== undefined)) return undefined
  if (type === undefined) return category === undefined ? countKeys.all : countKeys.category(category)
  return category === undefined ? undefined : countKeys.type(category, type)
}

async function counted(tables: Kysely<AuditTables>, key: string): Promise<number> {
  const counts = tables.selectFrom('read_event_counts.counts')
  return (await counts.select('events').where('key', '=', key).executeTakeFirst())?.events ?? 0
}

async function lastCounted(tables: Kysely<AuditTables>): Promise<number> {
  const counts = tables.selectFrom('read_event_counts.counts')
  return (await counts.select('last_position').where('key', '=', countKeys.all).executeTakeFirst())?.last_position ?? 0
}
