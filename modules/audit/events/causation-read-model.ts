import { sql, type Kysely } from 'kysely'
import type { EventLogRow } from './tables.ts'
import type { AuditTables } from './tables.ts'

/**
 * The causes and effects of an event, and the first events of its request; oldest first. Both directions are limited in
 * depth and number, because the request of an import may have a hundred thousand events.
 */
export async function causationChainOf(
  db: Kysely<AuditTables>,
  event: EventLogRow,
  limit: number,
): Promise<EventLogRow[]> {
  const { event_id: eventId, causation_id: causationId, correlation_id: request } = event
  const { rows } = await sql<EventLogRow>`
    with recursive
      causes as (
        select c.*, 1 as depth from read_event_log.events c where c.event_id = ${causationId}
        union all
        select c.*, depth + 1 from read_event_log.events c join causes on c.event_id = causes.causation_id
        where depth < 50
      ),
      effects as (
        (select e.*, 1 as depth from read_event_log.events e where e.causation_id = ${eventId} limit ${limit})
        union all
        select e.*, depth + 1 from effects
        cross join lateral (
          select * from read_event_log.events l where l.causation_id = effects.event_id limit ${limit}
        ) e
        where depth < 50
      ),
      request as (
        select r.*, 0 as depth from read_event_log.events r where r.correlation_id = ${request}
        order by position limit ${limit}
      ),
      itself as (select s.*, 0 as depth from read_event_log.events s where s.event_id = ${eventId}),
      chain as (
        select * from itself union all select * from causes union all
        (select * from effects limit ${limit}) union all select * from request
      )
    select distinct on (position) event_id, position, stream, revision, category, type, by_id, correlation_id,
      causation_id, at
    from chain order by position limit ${limit}`.execute(db)
  return rows
}
