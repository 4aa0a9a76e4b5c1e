import type { JsonObject, RecordedEvent } from './event-store/event-store.ts'

/** A row of a read model: JSON-safe, keyed by the table's key column. */
export type Row = JsonObject

/** The Postgres table that a projection owns. The runner creates it, in the live schema and in a shadow of it. */
export type ReadTable = {
  /** Its name inside the projection's schema. */
  name: string
  /** Column by column: the SQL type, with its constraints. The key column is the primary key by itself. */
  columns: Record<string, string>
  key: string
  /** What follows `create index on <table> `, such as `using gin (items)` or `(buyer_id, placed_at desc)`. */
  indexes: readonly string[]
}

/** What one event type does to the rows that it touches. Pure: no clock, no id, no I/O. */
export type Fold<R extends Row> = {
  /** The keys of the rows it touches; most often one, made of the stream's id. */
  keys: (event: RecordedEvent) => readonly string[]
  /** The row after the event; `undefined` means that there is none (any more). */
  evolve: (row: R | undefined, event: RecordedEvent, key: string) => R | undefined
}

/**
 * A read model as a pure fold of events. Disposable: it can be rebuilt from position 0 at any time, beside the live one.
 * The event types it takes are the keys of `on`; a new `version` makes the runner rebuild it.
 */
export type Projection<R extends Row = Row> = {
  /** Kebab-case; its Postgres schema is `read_` and the name with underscores. */
  name: string
  version: number
  /** Where its rows live: a Postgres table of its own, or the search index (documents with an `id`). */
  sink: { kind: 'table'; table: ReadTable } | { kind: 'search' }
  on: Record<string, Fold<R>>
}

/** The live Postgres schema of a projection. */
export function schemaOf(projection: string): string {
  return `read_${projection.replaceAll('-', '_')}`
}
