import type { Static } from 'typebox'
import type { EventDefinitions } from '../event-store/event-definition.ts'
import type { IndexDocument } from '../search-index/search-index.ts'
import type { Json, RecordedEvent } from '../event-store/event-store.ts'

/** A row of a read table: JSON-safe. A column without a value is null, so that a row reads the same before and after storage. */
export type Row = { readonly [column: string]: Json }

/** The Postgres table that a projection owns. The runner creates it, in the live schema and in a shadow of it. */
export type ReadTable = {
  /** Its name inside the projection's schema. */
  name: string
  /**
   * Column by column: the SQL type, with its constraints. The key column is the primary key by itself. Values come back
   * as they went in for text, boolean, integer, bigint (to 2^53), double precision, jsonb, text[] and timestamptz (to the
   * millisecond). What is `generated always as (…)` is the database's to fill and no part of a row.
   */
  columns: Record<string, string>
  key: string
  /** What follows `create index on <table> `, such as `using gin (items)` or `(buyer_id, placed_at desc)`. */
  indexes: readonly string[]
}

/**
 * What one event type does to the rows that it touches. Pure: no clock, no id, no I/O. Declared as methods, so that folds
 * over rows of all kinds make one list: the runner calls them only with rows that the same projection made.
 */
export type Fold<R> = {
  /** The keys of the rows it touches; most often one, made of the stream's id. */
  keys(event: RecordedEvent): readonly string[]
  /**
   * The row after the event; `undefined` means that there is none (any more). Where the event changes nothing it returns
   * the very row it was given: then caches of this read model stay valid.
   */
  evolve(row: R | undefined, event: RecordedEvent, key: string): R | undefined
}

type Versioned = {
  /** Kebab-case; its Postgres schema is `read_` and the name with underscores. */
  name: string
  /** A new one makes the runner rebuild it at the next start, and so does a changed table. */
  version: number
  /** Each row is made of the events of one stream: then what one stream has made can be made again without the whole log. */
  rowsOf?: 'one-stream'
}

/** A read model in a Postgres table of its own. */
export type TableProjection<R extends Row = Row> = Versioned & {
  sink: { kind: 'table'; table: ReadTable }
  on: Record<string, Fold<R>>
}

/** A read model in the search index. The runner itself notes the event's position in each document. */
export type SearchProjection = Versioned & { sink: { kind: 'search' }; on: Record<string, Fold<IndexDocument>> }

/**
 * A read model as a pure fold of events. Disposable: it can be rebuilt from position 0 at any time, alongside the live one.
 * The event types it takes are the keys of `on`.
 */
export type Projection<R extends Row = Row> = TableProjection<R> | SearchProjection

/** An event as its definition describes it: what the codec has let through has this type. */
export type TypedEvent<Events extends EventDefinitions, Type extends keyof Events = keyof Events> = {
  [T in Type]: Omit<RecordedEvent, 'type' | 'data'> & { type: T; data: Static<Events[T]['schema']> }
}[Type]

type TypedFold<R, Event> = {
  keys(event: Event): readonly string[]
  evolve(row: R | undefined, event: Event, key: string): R | undefined
}

type TypedProjection<R, Events extends EventDefinitions, Sink> = Versioned & {
  sink: Sink
  on: { [Type in keyof Events & string]?: TypedFold<R, TypedEvent<Events, Type>> }
}

/** A projection whose folds know the type of each event's data, by the definitions of the modules that it reads. */
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
