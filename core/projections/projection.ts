import type { Static } from 'typebox'
import type { EventDefinitions } from '../event-store/event-definition.ts'
import type { IndexDocument } from '../search-index/search-index.ts'
import type { Json, RecordedEvent } from '../event-store/event-store.ts'

/** A row of a read table: JSON-safe. A column without a value is null, so that a row survives the round trip. */
export type Row = { readonly [column: string]: Json }

/** The Postgres table that a projection owns. The runner creates it in the live schema and in those of builds. */
export type ReadTable = {
  /** Its name inside the projection's schema. */
  name: string
  /**
   * The SQL type of each column, with its constraints. The key column becomes the primary key implicitly. Values
   * survive the round trip for text, boolean, integer, bigint (to 2^53), double precision, jsonb, text[] and
   * timestamptz (to the millisecond). A column `generated always as (…)` is filled by the database and not part of a
   * row.
   */
  columns: Record<string, string>
  key: string
  /** The rest of `create index on <table> …`, such as `using gin (items)` or `(buyer_id, placed_at desc)`. */
  indexes: readonly string[]
  /**
   * Each is stored in a table `<table>_<name>` with the columns `value` and `total`, so that the pages of a list need no
   * count.
   */
  totals?: readonly StoredTotals[]
}

/** The numbers of rows that match the condition `where`, by the value of `by`, an SQL expression for a text of the row. */
export type StoredTotals = { name: string; by: string; where: string }

/**
 * How one event type changes the rows that it touches. Pure: no clock, no new ids, no I/O. Declared as methods, so that
 * folds over different row types fit in one list: the runner calls each only with rows of its own projection.
 */
export type Fold<R> = {
  /** The keys of the rows that it touches; usually one, derived from the stream's id. */
  keys(event: RecordedEvent): readonly string[]
  /**
   * The row after the event; `undefined` means that there is none. If the event changes nothing, it returns the same
   * object, so that caches of this read model stay valid.
   */
  evolve(row: R | undefined, event: RecordedEvent, key: string): R | undefined
}

type Versioned = {
  /** Kebab-case; its Postgres schema is `read_` and the name with underscores. */
  name: string
  /** Change it to have the runner rebuild the read model at the next start; a changed table has the same effect. */
  version: number
  /** Each row is built from the events of one stream, so the rows of a stream can be replayed without the whole log. */
  rowsOf?: 'one-stream'
}

type Tagged<R> = {
  /**
   * The tags of what a change concerns; `before` is `undefined` for a new row, and `after` for a removed one. Cached
   * responses with one of these tags become stale. Without this method, all responses from the read model do.
   */
  changedTags?(this: void, before: R | undefined, after: R | undefined): readonly string[]
}

/** A read model in its own Postgres table. */
export type TableProjection<R extends Row = Row> = Versioned &
  Tagged<R> & {
    sink: { kind: 'table'; table: ReadTable }
    on: Record<string, Fold<R>>
  }

/** A read model in the search index. The runner stores the event's position in each document. */
export type SearchProjection = Versioned & { sink: { kind: 'search' }; on: Record<string, Fold<IndexDocument>> }

/**
 * A read model as a pure fold of events. Disposable: it can be built again from position 0 at any time, alongside the live
 * one. It subscribes to the event types that are the keys of `on`.
 */
export type Projection<R extends Row = Row> = TableProjection<R> | SearchProjection

/** An event typed by its definition, against which the codec has validated it. */
export type TypedEvent<Events extends EventDefinitions, Type extends keyof Events = keyof Events> = {
  [T in Type]: Omit<RecordedEvent, 'type' | 'data'> & { type: T; data: Static<Events[T]['schema']> }
}[Type]

type TypedFold<R, Event> = {
  keys(event: Event): readonly string[]
  evolve(row: R | undefined, event: Event, key: string): R | undefined
}

type TypedProjection<R, Events extends EventDefinitions, Sink> = Versioned &
  Tagged<R> & {
    sink: Sink
    on: { [Type in keyof Events & string]?: TypedFold<R, TypedEvent<Events, Type>> }
  }

/** Defines a projection whose folds are typed by the event definitions of the modules that it reads. */
export function defineProjection<R extends Row, Events extends EventDefinitions>(
  definitions: Events,
  projection: TypedProjection<R, Events, TableProjection['sink']>,
): TableProjection<R>
export function defineProjection<R extends IndexDocument, Events extends EventDefinitions>(
  definitions: Events,
  projection: TypedProjection<R, Events, SearchProjection['sink']>,
): SearchProjection
export function defineProjection(
  definitions: EventDefinitions,
  projection: TypedProjection<Row, EventDefinitions, TableProjection['sink'] | SearchProjection['sink']>,
): unknown {
  const unknownTypes = Object.keys(projection.on).filter((type) => !(type in definitions))
  if (unknownTypes.length > 0) throw new Error(`${projection.name} takes undefined events: ${unknownTypes.join(', ')}`)
  return projection
}

/** The live Postgres schema of a projection. */
export function schemaOf(projection: string): string {
  return `read_${projection.replaceAll('-', '_')}`
}
