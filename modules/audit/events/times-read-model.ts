import { sql, type RawBuilder } from 'kysely'
import { countKeys } from './count-keys.ts'

// SQL expressions that convert times to positions, so that every index serves them. The counts may lag behind the log
// for a moment, so a range never excludes events at the new end that are not yet counted. Minutes are found by their
// keys; an hour without minutes counts as a whole, also while the counts of a version without minutes are live.

/** The first event in the rest of this hour, or in any later hour. */
export function firstFrom(from: string): RawBuilder<unknown> {
  return sql`coalesce(
    least(
      ${withinHour(from, sql`min(first_position)`, sql`key >= ${countKeys.minute(from)}`)},
      (select min(first_position) from read_event_counts.counts where hour > ${from}::timestamptz)),
    (select max(last_position) + 1 from read_event_counts.counts where hour is not null))`
}

/** The last event in this hour up to then, or in any earlier hour; null if no later event is known. */
export function lastUntil(to: string): RawBuilder<unknown> {
  return sql`(
    select greatest(
      0,
      ${withinHour(to, sql`max(last_position)`, sql`key <= ${countKeys.minute(to)}`)},
      (select max(last_position) from read_event_counts.counts
        where hour < date_trunc('hour', ${to}::timestamptz, 'UTC')))
    where exists (select from read_event_counts.counts where hour > ${to}::timestamptz)
      or exists (select from read_event_counts.counts where ${areMinutesOf(to)} and key > ${countKeys.minute(to)}))`
}

function withinHour(at: string, position: RawBuilder<unknown>, isWanted: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case
    when exists (select from read_event_counts.counts where ${areMinutesOf(at)})
    then (select ${position} from read_event_counts.counts where ${areMinutesOf(at)} and ${isWanted})
    else (select ${position} from read_event_counts.counts where key = ${countKeys.hour(at)}) end`
}

/** The keys differ only in digits, so they are in chronological order in any collation. */
function areMinutesOf(at: string): RawBuilder<unknown> {
  const hour = at.slice(0, 13)
  return sql`key between ${countKeys.minute(`${hour}:00`)} and ${countKeys.minute(`${hour}:59`)}`
}
