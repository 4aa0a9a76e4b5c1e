import { sql, type Kysely } from 'kysely'
import { isoTime } from '#core/domain/clock.ts'
import { boundsOf } from '../events/bounds-read-model.ts'
import { matching, type Matching } from '../events/matching-read-model.ts'
import type { AuditTables, EventFilter } from '../events/tables.ts'
import type { Count, Span } from './buckets.ts'
import { partsOf } from './whole-hours.ts'

type Unit = 'minute' | 'hour'

/** From the beginning of the first hour with events to the end of the last one; undefined for an empty log. */
export async function wholeSpan(db: Kysely<AuditTables>): Promise<Span | undefined> {
  const { rows } = await sql<{ first: string | null; last: string | null }>`
    select min(hour) as first, max(hour) + interval '1 hour' as last
    from read_event_counts.counts where hour is not null`.execute(db)
  const { first = null, last = null } = rows[0] ?? {}
  return first === null || last === null ? undefined : { from: Date.parse(first), to: Date.parse(last) }
}

/** How many events pass the filter in each minute or hour. */
export async function countsIn(db: Kysely<AuditTables>, filter: Matching, unit: Unit): Promise<readonly Count[]> {
  if (unit === 'minute' || hasMark(filter)) return countedIn(db, filter, unit)
  const { without, from, to } = filter
  const all = await countedHours(db, { from, to })
  if (without === undefined) return all
  const left = await countedIn(db, { category: without, from, to }, unit)
  return [...all, ...left.map(({ at, events }) => ({ at, events: -events }))]
}

function hasMark({ stream, category, type, by, correlationId, where }: Matching): boolean {
  return [stream, category, type, by, correlationId, where].some((mark) => mark !== undefined)
}

type Limits = Pick<EventFilter, 'from' | 'to'>

/** The events of each hour of the span. The numbers of whole hours are kept; of the others, the rows are counted. */
async function countedHours(db: Kysely<AuditTables>, { from, to }: Limits): Promise<readonly Count[]> {
  const span = { from: Date.parse(from ?? '') || -Infinity, to: Date.parse(to ?? '') || Infinity }
  const { hours, rests } = partsOf(span)
  const counts = await Promise.all(rests.map((rest) => countedIn(db, limitsOf(rest), 'hour')))
  return [...(await hoursIn(db, limitsOf(hours))), ...counts.flat()]
}

function limitsOf({ from, to }: Span): Limits {
  return { from: isFinite(from) ? isoTime(from) : undefined, to: isFinite(to) ? isoTime(to) : undefined }
}

/** The hours from one to before another. */
async function hoursIn(db: Kysely<AuditTables>, { from, to }: Limits): Promise<readonly Count[]> {
  let hours = db
    .selectFrom('read_event_counts.counts')
    .select([sql<string>`hour`.as('at'), 'events'])
    .where('hour', 'is not', null)
  if (from !== undefined) hours = hours.where('hour', '>=', from)
  if (to !== undefined) hours = hours.where('hour', '<', to)
  return hours.execute()
}

/** Counts the rows: those that an index on the filter finds, or those of a short span. */
async function countedIn(db: Kysely<AuditTables>, filter: Matching, unit: Unit): Promise<readonly Count[]> {
  const beginning = sql<string>`date_trunc(${sql.lit(unit)}, at, 'UTC')`
  return matching(db, filter, await boundsOf(db, filter))
    .select([beginning.as('at'), sql<number>`count(*)`.as('events')])
    .groupBy(beginning)
    .execute()
}
