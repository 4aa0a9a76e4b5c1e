import { sql, type Kysely } from 'kysely'
import type { AuditTables } from './read-model.ts'

/** ISO times, both included. */
type Times = { from?: string | undefined; to?: string | undefined }

/** Both included; `highest` is undefined where there is no end, or one that has not come. */
export type Positions = { lowest: number; highest: number | undefined }

/**
 * Times as positions, so that every index serves them. The counts may lag behind the log by a moment: what they do not know
 * yet is never left out at the new end, where people look.
 */
export async function positionsWithin(db: Kysely<AuditTables>, { from, to }: Times): Promise<Positions> {
  const [lowest, highest] = await Promise.all([
    from === undefined ? 0 : lowestFrom(db, from),
    to === undefined ? undefined : highestTo(db, to),
  ])
  return { lowest, highest }
}

async function lowestFrom(db: Kysely<AuditTables>, from: string): Promise<number> {
  const { rows } = await sql<{ position: number }>`
    select coalesce(
      (select min(first_position) from read_event_counts.counts
        where hour >= date_trunc('hour', ${from}::timestamptz, 'UTC')),
      (select max(last_position) + 1 from read_event_counts.counts where hour is not null),
      0) as position`.execute(db)
  return rows[0]?.position ?? 0
}

async function highestTo(db: Kysely<AuditTables>, to: string): Promise<number | undefined> {
  const { rows } = await sql<{ position: number }>`
    select coalesce((select max(last_position) from read_event_counts.counts where hour <= ${to}::timestamptz), 0) as position
    where exists (select from read_event_counts.counts where hour > ${to}::timestamptz)`.execute(db)
  return rows[0]?.position
}
