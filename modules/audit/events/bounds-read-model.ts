import { sql, type Kysely, type RawBuilder } from 'kysely'
import { countKeys } from './count-keys.ts'
import type { AuditTables, EventFilter } from './tables.ts'
import { firstFrom, lastUntil } from './times-read-model.ts'

/** An inclusive range; `highest` is null if the range has no end, or one in the future. */
export type Positions = { lowest: number; highest: number | null }

type Bounds = { lowest: RawBuilder<unknown>[]; highest: RawBuilder<unknown>[] }

/**
 * The range of positions that contains all matches. Without it, a combination that rarely matches would scan the whole
 * index of one of its columns: what one admin did to orders within an old import, or a type of another category.
 */
export async function boundsOf(db: Kysely<AuditTables>, filter: EventFilter): Promise<Positions> {
  const { from, to } = filter
  const all: Bounds[] = [
    ...(from === undefined ? [] : [{ lowest: [firstFrom(from)], highest: [] }]),
    ...(to === undefined ? [] : [{ lowest: [], highest: [lastUntil(to)] }]),
    ...spanOf('correlation_id', filter.correlationId),
    ...spanOf('stream', filter.stream),
    ...ofKind(filter),
  ]
  if (all.length === 0) return { lowest: 0, highest: null }
  const lowest = [sql`0`, ...all.flatMap((one) => one.lowest)]
  const highest = [sql`null::bigint`, ...all.flatMap((one) => one.highest)]
  const { rows } = await sql<Positions>`
    select greatest(${sql.join(lowest)}) as lowest, least(${sql.join(highest)}) as highest`.execute(db)
  return rows[0] ?? { lowest: 0, highest: null }
}

/** From the first to the last event of a request or a stream; empty for an unknown one. */
function spanOf(mark: 'correlation_id' | 'stream', value: string | undefined): Bounds[] {
  if (value === undefined) return []
  const positions = (which: RawBuilder<unknown>) =>
    sql`(select ${which} from read_event_log.events where ${sql.ref(mark)} = ${value})`
  return [
    { lowest: [positions(sql`coalesce(min(position), 1)`)], highest: [positions(sql`coalesce(max(position), 0)`)] },
  ]
}

/** If no event of this category and type has been counted, a match can only lie after the last counted event. */
function ofKind({ category, type }: EventFilter): Bounds[] {
  if (category === undefined || type === undefined) return []
  const beyond = sql`(
    select last_position + 1 from read_event_counts.counts where key = ${countKeys.all}
      and not exists (select from read_event_counts.counts where key = ${countKeys.type(category, type)}))`
  return [{ lowest: [beyond], highest: [] }]
}
