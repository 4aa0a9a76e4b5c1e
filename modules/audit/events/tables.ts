/**
 * The place of every event, from the projection `event-log`. It does not contain the data of the events, which is read
 * from the event store when shown, so that data erased there is erased here too.
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

/** The number of events under a key, and their range of positions, from the projection `event-counts`. */
export type EventCountRow = {
  key: string
  /** The beginning of the hour, if the row counts an hour. */
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
  /** A category to leave out. */
  without?: string | undefined
  /** An inclusive range of ISO times. */
  from?: string | undefined
  to?: string | undefined
}
