import { sql, type Kysely } from 'kysely'
import { countKeys } from './count-keys.ts'
import { positionsWithin, type Positions } from './hours-read-model.ts'
import type { AuditTables, EventFilter } from './read-model.ts'

/**
 * Between which positions all matches lie. Without it a combination that hardly ever matches would be searched for all along
 * the index of one of its marks: what one admin did to orders within an import of long ago, a type of another category.
 */
export async function boundsOf(db: Kysely<AuditTables>, filter: EventFilter): Promise<Positions> {
  const bounds = await Promise.all([
    positionsWithin(db, filter),
    spanOf(db, 'correlation_id', filter.correlationId),
    spanOf(db, 'stream', filter.stream),
    ofKind(db, filter),
  ])
  const highest = Math.min(...bounds.map((bound) => bound.highest ?? Infinity))
  return {
    lowest: Math.max(...bounds.map(({ lowest }) => lowest)),
    highest: Number.isFinite(highest) ? highest : undefined,
  }
}

const everywhere: Positions = { lowest: 0, highest: undefined }

/** From the first to the last event of a request or a stream; of one that is not there, nowhere. */
async function spanOf(db: Kysely<AuditTables>, mark: 'correlation_id' | 'stream', value: string | undefined) {
  if (value === undefined) return everywhere
  const { rows } = await sql<{ lowest: number; highest: number }>`
    select coalesce(min(position), 1) as lowest, coalesce(max(position), 0) as highest
    from read_event_log.events where ${sql.ref(mark)} = ${value}`.execute(db)
  return rows[0] ?? everywhere
}

/** A type that no event of this category has can only be behind what has been counted. */
async function ofKind(db: Kysely<AuditTables>, { category, type }: EventFilter): Promise<Positions> {
  if (category === undefined || type === undefined) return everywhere
  const { rows } = await sql<{ lowest: number }>`
    select last_position + 1 as lowest from read_event_counts.counts where key = ${countKeys.all}
      and not exists (select from read_event_counts.counts where key = ${countKeys.type(category, type)})`.execute(db)
  return { lowest: rows[0]?.lowest ?? 0, highest: undefined }
}
