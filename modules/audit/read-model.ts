import { sql, type Kysely } from 'kysely'

/**
 * Where every event is found, folded by the projection `event-log`. It holds no data of the events: that is read from
 * the event store when it is shown, so that what was erased there is erased here too.
 */
export type EventLogRow = {
  event_id: string
  position: number
  stream: string
  revision: number
  category: string
  type: string
  by_id: string
  correlation_id: string
  causation_id: string
  at: string
}

type Tables = { 'read_event_log.events': EventLogRow }

export type EventFilter = {
  stream?: string | undefined
  category?: string | undefined
  type?: string | undefined
  by?: string | undefined
  correlationId?: string | undefined
  /** ISO times, both included. */
  from?: string | undefined
  to?: string | undefined
}

const columns = {
  stream: 'stream',
  category: 'category',
  type: 'type',
  by: 'by_id',
  correlationId: 'correlation_id',
} as const

/** Questions to the log of all events. */
export function eventLogQueries(db: Kysely<unknown>) {
  const events = db.$extendTables<Tables>()

  function matching(filter: EventFilter) {
    let query = events.selectFrom('read_event_log.events')
    for (const name of ['stream', 'category', 'type', 'by', 'correlationId'] as const) {
      const value = filter[name]
      if (value !== undefined) query = query.where(columns[name], '=', value)
    }
    if (filter.from !== undefined) query = query.where('at', '>=', filter.from)
    if (filter.to !== undefined) query = query.where('at', '<=', filter.to)
    return query
  }

  return {
    /** Newest first. */
    async page(filter: EventFilter, { page, size }: { page: number; size: number }) {
      const [rows, count] = await Promise.all([
        matching(filter)
          .selectAll()
          .orderBy('position', 'desc')
          .limit(size)
          .offset(page * size)
          .execute(),
        matching(filter)
          .select(sql<number>`count(*)`.as('total'))
          .executeTakeFirst(),
      ])
      return { rows, total: count?.total ?? 0 }
    },
  }
}
