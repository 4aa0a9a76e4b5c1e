import { createHash } from 'node:crypto'
import { schemaOf, type Projection, type Row, type TableProjection } from '../projection.ts'
import type { Reactor } from '../reactor.ts'
import type { SearchIndex } from '../../search-index/search-index.ts'
import type { Checkpoint, Kind } from '../checkpoints/checkpoints.ts'
import { storedTable } from '../sinks/read-table.ts'
import { createSearchSink } from '../sinks/search-sink.ts'
import { reactorSink, tableSink } from '../sinks/sinks.ts'
import type { BufferedSink } from '../sinks/write-page.ts'

/** A projection or a reactor that follows the log with its own checkpoint. */
export type Subscription = {
  name: string
  kind: Kind
  version: number
  /** A digest of the table's definition: a build of another shape cannot be continued. */
  shape: string
  types: readonly string[]
  /** Writes to the live build. `isMine` returns false as soon as another process may be writing as well. */
  live(isMine: () => boolean): LiveSink
}

/** `flush` and `stored` are left out where `write` stores each page. */
export type LiveSink = Pick<BufferedSink, 'write'> & Partial<BufferedSink>

/** The Postgres schemas of a projection, by slot. */
export function schemasOf(name: string) {
  const live = schemaOf(name)
  return { live, next: `${live}_next`, prev: `${live}_prev`, verify: `${live}_verify`, replaced: `${live}_replaced` }
}

export function isTable(projection: Projection): projection is TableProjection {
  return projection.sink.kind === 'table'
}

export function subscriptionOf(projection: Projection, searchIndex: SearchIndex): Subscription {
  const { name, version, sink, on } = projection
  const subscription = { name, kind: sink.kind, version, shape: digest(sink), types: Object.keys(on) }
  if (isTable(projection)) {
    const table = storedTable<Row>(schemaOf(name), projection.sink.table)
    const write = tableSink(projection.on, table, projection.changedTags)
    return { ...subscription, live: () => ({ write }) }
  }
  return { ...subscription, live: (isMine) => createSearchSink(projection.on, () => searchIndex.live(), isMine) }
}

export function subscriptionOfReactor(reactor: Reactor): Subscription {
  const write = reactorSink(reactor)
  return { name: reactor.name, kind: 'reactor', version: 1, shape: '', types: reactor.types, live: () => ({ write }) }
}

type Made = Pick<Checkpoint, 'version' | 'shape'>

/** Whether the build of this checkpoint is of this code's version and shape, and can be continued. */
export function isOf(subscription: Made, checkpoint: Made | undefined): boolean {
  return checkpoint?.version === subscription.version && checkpoint.shape === subscription.shape
}

/** Whether a newer release has made the build of this checkpoint. */
export function isNewer(checkpoint: Pick<Made, 'version'> | undefined, { version }: Pick<Made, 'version'>): boolean {
  return checkpoint !== undefined && checkpoint.version > version
}

function digest(sink: Projection['sink']): string {
  return createHash('sha256').update(JSON.stringify(sink)).digest('hex').slice(0, 16)
}
