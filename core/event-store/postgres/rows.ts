import { OperatorError } from '../../domain/errors.ts'
import type { Position, Revision } from '../event-store.ts'
import type { StoredEvent } from '../codec/recorded-events.ts'

export type EventRow = [
  position: Position,
  stream: string,
  revision: Revision,
  id: string,
  type: string,
  data: unknown,
  metadata: unknown,
  at: string,
]

/** The columns of an `EventRow`. */
export const columns = `position, stream, revision, id, type, data, metadata, to_json(at at time zone 'UTC')`

/** Runs one statement and returns its rows. @throws EngineUnavailable */
export type RowsOf = <Row extends unknown[]>(query: { name: string; text: string }, values: unknown[]) => Promise<Row[]>

export function storedEvent([position, stream, revision, id, type, data, metadata, at]: [
  ...EventRow,
  ...unknown[],
]): StoredEvent {
  return { id, type, data, metadata, stream, revision, position, at: isoTime(at) }
}

/**
 * Converts `2026-11-21T09:30:00.123456` and `2026-11-21T09:30:00` to milliseconds: cheaper than formatting in Postgres.
 */
function isoTime(text: string): string {
  const whole = text.length > 19 ? text.padEnd(23, '0') : `${text}.000`
  return `${whole.slice(0, 23)}Z`
}

export function damaged(what: string): OperatorError {
  return new OperatorError(`the event log is damaged: ${what} is missing`, 'Restore the database from its last backup.')
}
