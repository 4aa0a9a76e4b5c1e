import { Compile } from 'typebox/compile'
import { categoryOf, type RecordedEvent } from '#core/event-store/event-store.ts'
import { skipTypes } from '#core/event-store/skipped/skip-record.ts'
import type { Fold, Projection } from '#core/projections/projection.ts'
import { operationsEvents } from '#modules/operations/domain/events.ts'
import type { EventLogRow } from '#modules/audit/read-model.ts'

/**
 * An event that is skipped for every reader is never folded itself. The event that records the skip adds it to the
 * list, at the time of that decision, because the audit shows skipped events.
 */
const skippedFold: Fold<EventLogRow> = {
  keys: (event) => [event.id, ...skippedRows(event).map(({ event_id: id }) => id)],
  evolve: (row, event, key) => (key === event.id ? located(event) : (row ?? skippedRows(event)[0])),
}

const fold: Fold<EventLogRow> = {
  keys: (event) => [event.id],
  evolve: (_row, event) => located(event),
}

/** The position of every event of these types, with the fields that the audit filters by. */
export function eventLogProjection(types: readonly string[]): Projection<EventLogRow> {
  return {
    name: 'event-log',
    version: 2,
    rowsOf: 'one-stream',
    sink: {
      kind: 'table',
      table: {
        name: 'events',
        key: 'event_id',
        columns: {
          event_id: 'text',
          position: 'bigint not null',
          stream: 'text not null',
          revision: 'integer not null',
          category: 'text not null',
          type: 'text not null',
          by_id: 'text not null',
          correlation_id: 'text not null',
          causation_id: 'text not null',
          at: 'timestamptz not null',
        },
        // Each ends with the position, for keyset pagination. A person with most of the events is queried together with
        // a category or a type, hence the combined indexes; times are found by the counts of hours and minutes.
        indexes: [
          '(position desc)',
          '(stream, position desc)',
          '(category, position desc)',
          '(type, position desc)',
          '(by_id, position desc)',
          '(by_id, category, position desc)',
          '(by_id, type, position desc)',
          '(correlation_id, position desc)',
          '(causation_id, position desc)',
        ],
      },
    },
    on: Object.fromEntries(types.map((type) => [type, type === skipTypes.skipped ? skippedFold : fold])),
  }
}

const EventSkipped = Compile(operationsEvents.EventLeftOut.schema)

function skippedRows({ data, at }: RecordedEvent): EventLogRow[] {
  if (!EventSkipped.Check(data)) return []
  const { position, event } = data
  const { id, stream, revision, type } = event
  const unknown = { by_id: '', correlation_id: '', causation_id: '' }
  return [{ event_id: id, position, stream, revision, category: categoryOf(stream), type, at, ...unknown }]
}

function located(event: RecordedEvent): EventLogRow {
  return {
    event_id: event.id,
    position: event.position,
    stream: event.stream,
    revision: event.revision,
    category: categoryOf(event.stream),
    type: event.type,
    by_id: event.metadata.by.id,
    correlation_id: event.metadata.correlationId,
    causation_id: event.metadata.causationId,
    at: event.at,
  }
}
