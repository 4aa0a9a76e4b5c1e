import { sql, type Kysely } from 'kysely'
import { boundsOf, type Positions } from './events/bounds-read-model.ts'
import { countKeys } from './events/count-keys.ts'
import { causationChainOf } from './events/causation-read-model.ts'

import type { AuditTables, EventCountRow, EventFilter, EventLogRow } from './events/tables.ts'

/** For the projections `event-log` and `event-counts`, which write these rows. */
export { countKeys }
export type { EventCountRow, EventLogRow }

/** Which part of the matching events: by number, or next to a position, which is quick however deep it lies. */
export type PageAt = { page: number; size: number; before?: number | undefined; after?: number | undefined }

/** Newest first; `hasMore` says whether more follow on the way that was asked for. */
export type FoundEvents = { rows: EventLogRow[]; hasMore: boolean }

/** How many match; where `isExact` is false there are more. */
export type Total = { total: number; isExact: boolean }

/** Beyond this a list says "more than", unless the counts know it exactly. */
const mostCounted = 1_000

const columns = {
  stream: 'stream',
  category: 'category',
  type: 'type',
  by: 'by_id',
  correlationId: 'correlation_id',
} as const
const marks = ['stream', 'category', 'type', 'by', 'correlationId'] as const

/** Questions to the log of all events. */
export function eventLogQueries(db: Kysely<unknown>) {
  const tables = db.$extendTables<AuditTables>()
  const events = () => tables.selectFrom('read_event_log.events')
  return {
    /** The matching events, newest first. */
    page: async (filter: EventFilter, at: PageAt): Promise<FoundEvents> =>
      pageOf(matching(tables, filter, await boundsOf(tables, filter)), at),

    /** As `page`, with how many match: exactly where the counts know it, else up to 1,000. */
    async list(filter: EventFilter, at: PageAt): Promise<FoundEvents & Total> {
      const found = matching(tables, filter, await boundsOf(tables, filter))
      const [page, total] = await Promise.all([pageOf(found, at), totalOf(tables, filter, found)])
      return { ...page, ...total }
    },

    find: (eventId: string): Promise<EventLogRow | undefined> =>
      events().selectAll().where('event_id', '=', eventId).executeTakeFirst(),

    /** Whether any event has this mark. */
    async has(mark: (typeof marks)[number], value: string): Promise<boolean> {
      const row = await events().select('position').where(columns[mark], '=', value).limit(1).executeTakeFirst()
      return row !== undefined
    },

    atPosition: (position: number): Promise<EventLogRow | undefined> =>
      events().selectAll().where('position', '=', position).limit(1).executeTakeFirst(),

    /** What led to an event and what it led to, and the first of its request; oldest first, across streams. */
    family: (row: EventLogRow, limit: number): Promise<EventLogRow[]> => causationChainOf(tables, row, limit),
  }
}

type Matching = ReturnType<typeof matching>

async function pageOf(found: Matching, { page, size, before, after }: PageAt): Promise<FoundEvents> {
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

async function totalOf(tables: Kysely<AuditTables>, filter: EventFilter, found: Matching): Promise<Total> {
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

function matching(tables: Kysely<AuditTables>, filter: EventFilter, { lowest, highest }: Positions) {
  let query = tables.selectFrom('read_event_log.events')
  for (const name of marks) {
    const value = filter[name]
    if (value !== undefined) query = query.where(columns[name], '=', value)
  }
  if (filter.from !== undefined) query = query.where('at', '>=', filter.from)
  if (filter.to !== undefined) query = query.where('at', '<=', filter.to)
  if (lowest > 0) query = query.where('position', '>=', lowest)
  return highest === null ? query : query.where('position', '<=', highest)
}

export type EventLogQueries = ReturnType<typeof eventLogQueries>

/** The row that knows how many there are; only for filters that are counted as they stand. */
function countedAs({ category, type, ...others }: EventFilter): string | undefined {
  if (Object.values(others).some((value) => value !== undefined)) return undefined
  if (type === undefined) return category === undefined ? countKeys.all : countKeys.category(category)
  return category === undefined ? undefined : countKeys.type(category, type)
}

async function counted(tables: Kysely<AuditTables>, key: string): Promise<number> {
  const counts = tables.selectFrom('read_event_counts.counts')
  return (await counts.select('events').where('key', '=', key).executeTakeFirst())?.events ?? 0
}
