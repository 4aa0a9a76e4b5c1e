import { sql, type Kysely } from 'kysely'
import { boundsOf } from './events/bounds-read-model.ts'
import { countKeys } from './events/count-keys.ts'
import { causationChainOf } from './events/causation-read-model.ts'
import { columns, matching, type marks, type Matching } from './events/matching-read-model.ts'
import { countsIn, wholeSpan } from './histogram/histogram-read-model.ts'
import type { AuditTables, EventCountRow, EventFilter, EventLogRow } from './events/tables.ts'

/** For the projections `event-log` and `event-counts`, which write these rows. */
export { countKeys }
export type { EventCountRow, EventLogRow, Matching }

/** A page of the matching events: by number, or by a position next to it, which is fast at any depth. */
export type PageAt = { page: number; size: number; before?: number | undefined; after?: number | undefined }

/** The events, newest first; `hasMore`: more follow in the requested direction. */
export type FoundEvents = { rows: EventLogRow[]; hasMore: boolean }

/** The number of matches; if `isExact` is false, there are more. */
export type Total = { total: number; isExact: boolean }

/** A list stops counting here, unless `event-counts` holds the exact number. */
const mostCounted = 1_000

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

    /** From the first hour with events to the last one. */
    wholeSpan: () => wholeSpan(tables),

    /** How many events pass the filter in each minute or hour. */
    countsIn: (filter: Matching, unit: 'minute' | 'hour') => countsIn(tables, filter, unit),

    /** The causes and effects of an event, and the first events of its request; oldest first, across streams. */
    causationChain: (row: EventLogRow, limit: number): Promise<EventLogRow[]> => causationChainOf(tables, row, limit),
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
  const keys = countedAs(filter)
  if (keys !== undefined) return { total: await countOf(tables, keys), isExact: true }
  const some = found.select('position').limit(mostCounted + 1)
  const row = await tables
    .selectFrom(some.as('some'))
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirst()
  const total = row?.total ?? 0
  return { total: Math.min(total, mostCounted), isExact: total <= mostCounted }
}

export type EventLogQueries = ReturnType<typeof eventLogQueries>

type CountKeys = { of: string; less?: string }

/** The keys of the rows with the exact count, and with the count to subtract; undefined for filters that are not counted. */
function countedAs({ category, type, without, ...others }: Matching): CountKeys | undefined {
  if (Object.values(others).some((value) => value !== undefined)) return undefined
  if (type === undefined && category === undefined)
    return { of: countKeys.all, ...(without !== undefined && { less: countKeys.category(without) }) }
  if (category === undefined) return undefined
  const of = type === undefined ? countKeys.category(category) : countKeys.type(category, type)
  return { of, ...(category === without && { less: of }) }
}

async function countOf(tables: Kysely<AuditTables>, { of, less }: CountKeys): Promise<number> {
  const [total, left] = await Promise.all([counted(tables, of), less === undefined ? 0 : counted(tables, less)])
  return total - left
}

async function counted(tables: Kysely<AuditTables>, key: string): Promise<number> {
  const counts = tables.selectFrom('read_event_counts.counts')
  return (await counts.select('events').where('key', '=', key).executeTakeFirst())?.events ?? 0
}

async function lastCounted(tables: Kysely<AuditTables>): Promise<number> {
  const counts = tables.selectFrom('read_event_counts.counts')
  return (await counts.select('last_position').where('key', '=', countKeys.all).executeTakeFirst())?.last_position ?? 0
}
