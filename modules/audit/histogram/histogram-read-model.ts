import { sql, type Kysely } from 'kysely'
import { isoTime } from '#core/domain/clock.ts'
import { boundsOf } from '../events/bounds-read-model.ts'
import { matching, type Matching } from '../events/matching-read-model.ts'
import type { AuditTables, EventFilter } from '../events/tables.ts'
import { hourMs, type Count, type Span } from './buckets.ts'

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
async function countedHours(db: Kysely<AuditTables>, span: Limits): Promise<readonly Count[]> {
  const { hours, rests } = partsOf(span)
  const counts = await Promise.all(rests.map((rest) => countedIn(db, rest, 'hour')))
  return [...(await hoursIn(db, hours)), ...counts.flat()]
}

/** The whole hours of a span, from the first one to before the last one, and what is left before and after them. */
export function partsOf({ from, to }: Limits): { hours: Limits; rests: Limits[] } {
  const first = from === undefined ? undefined : Math.ceil(Date.parse(from) / hourMs) * hourMs
  // A span includes its end, to the millisecond.
  const end = to === undefined ? undefined : Math.floor((Date.parse(to) + 1) / hourMs) * hourMs
  if (first !== undefined && end !== undefined && first >= end)
    return { hours: { from, to: from }, rests: [{ from, to }] }
  const before = first === undefined || first === Date.parse(from ?? '') ? [] : [{ from, to: isoTime(first - 1) }]
  const after = end === undefined || end > Date.parse(to ?? '') ? [] : [{ from: isoTime(end), to }]
  const hours = {
    from: first === undefined ? undefined : isoTime(first),
    to: end === undefined ? undefined : isoTime(end),
  }
  return { hours, rests: [...before, ...after] }
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
