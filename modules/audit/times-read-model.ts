import { sql, type RawBuilder } from 'kysely'

// Times as positions, so that every index serves them; as expressions. The counts may lag behind the log by a moment: what
// they do not know yet is never left out at the new end, where people look.

/** The first event of the minutes that are left of this hour, or of any later hour. */
export function firstFrom(from: string): RawBuilder<unknown> {
  return sql`coalesce(
    least(
      (select min(first_position) from read_event_counts.counts
        where minute >= date_trunc('minute', ${from}::timestamptz, 'UTC')
          and minute < date_trunc('hour', ${from}::timestamptz, 'UTC') + interval '1 hour'),
      (select min(first_position) from read_event_counts.counts where hour > ${from}::timestamptz)),
    (select max(last_position) + 1 from read_event_counts.counts where hour is not null))`
}

/** The last event of the minutes of this hour until then, or of any earlier hour; null where nothing later is known. */
export function lastUntil(to: string): RawBuilder<unknown> {
  return sql`(
    select greatest(
      0,
      (select max(last_position) from read_event_counts.counts
        where minute >= date_trunc('hour', ${to}::timestamptz, 'UTC') and minute <= ${to}::timestamptz),
      (select max(last_position) from read_event_counts.counts
        where hour < date_trunc('hour', ${to}::timestamptz, 'UTC')))
    where exists (select from read_event_counts.counts where minute > ${to}::timestamptz))`
}
