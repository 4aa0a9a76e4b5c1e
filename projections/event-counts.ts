import { categoryOf, type RecordedEvent } from '#core/event-store/event-store.ts'
import type { Fold, Projection } from '#core/projections/projection.ts'
import { countKeys, type EventCountRow } from '#modules/audit/read-model.ts'

const fold: Fold<EventCountRow> = {
  keys: (event) => [
    countKeys.all,
    countKeys.category(categoryOf(event.stream)),
    countKeys.type(categoryOf(event.stream), event.type),
    countKeys.hour(event.at),
    countKeys.minute(event.at),
  ],
  evolve: (row, event, key) =>
    row ? { ...row, events: row.events + 1, ...spanWith(row, event) } : firstOf(event, key),
}

/**
 * The number of events by category and type, and the range of positions of each hour and minute. With these a list of a
 * million events has a total, and a time is found, without a scan, even in the busiest hour.
 */
export function eventCountsProjection(types: readonly string[]): Projection<EventCountRow> {
  return {
    name: 'event-counts',
    version: 2,
    sink: {
      kind: 'table',
      table: {
        name: 'counts',
        key: 'key',
        columns: {
          key: 'text',
          hour: 'timestamptz',
          events: 'bigint not null',
          first_position: 'bigint not null',
          last_position: 'bigint not null',
        },
        indexes: ['(hour) where hour is not null'],
      },
    },
    on: Object.fromEntries(types.map((type) => [type, fold])),
  }
}

/** Clocks can go back, so a minute may have events before and after those of another minute. */
function spanWith(row: EventCountRow, { position }: RecordedEvent) {
  return {
    first_position: Math.min(row.first_position, position),
    last_position: Math.max(row.last_position, position),
  }
}

function firstOf({ position, at }: RecordedEvent, key: string): EventCountRow {
  const hour = key === countKeys.hour(at) ? `${at.slice(0, 13)}:00:00.000Z` : null
  return { key, hour, events: 1, first_position: position, last_position: position }
}
