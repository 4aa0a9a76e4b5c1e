import { sql, type RawBuilder } from 'kysely'
import { countKeys } from './count-keys.ts'

// Times as positions, so that every index serves them; as expressions. The counts may lag behind the log by a moment: what
// they do not know yet is never left out at the new end, where people look. Minutes are found by their keys, and where an
// hour has none the hour itself counts: so too while the counts of a version that knew no minutes are live.

/** The first event of the minutes that are left of this hour, or of any later hour. */
export function firstFrom(from: string): RawBuilder<unknown> {
  return sql`coalesce(
    least(
      ${withinHour(from, sql`min(first_position)`, sql`key >= ${countKeys.minute(from)}`)},
      (select min(first_position) from read_event_counts.counts where hour > ${from}::timestamptz)),
    (select max(last_position) + 1 from read_event_counts.counts where hour is not null))`
}

/** The last event of the minutes of this hour until then, or of any earlier hour; null where nothing later is known. */
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

/** Its keys are in the order of time, whichever order the database has for texts: they differ in digits only. */
function areMinutesOf(at: string): RawBuilder<unknown> {
  const hour = at.slice(0, 13)
  return sql`key between ${countKeys.minute(`${hour}:00`)} and ${countKeys.minute(`${hour}:59`)}`
}
