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

/** How many events of a kind there are, and between which positions, folded by the projection `event-counts`. */
export type EventCountRow = {
  key: string
  /** Its beginning, where the row counts an hour. */
  hour: string | null
  events: number
  first_position: number
  last_position: number
}

export type AuditTables = { 'read_event_log.events': EventLogRow; 'read_event_counts.counts': EventCountRow }

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
