import type { Transaction } from 'kysely'
import type { RecordedEvent } from '../event-store/event-store.ts'

/** It has its own checkpoint, which no replay of a projection touches. */
type AnyReactor = {
  /** Kebab-case; unique among projections and reactors. */
  name: string
  /** The event types that it subscribes to. */
  types: readonly string[]
  /** Where a new reactor starts: at the first event, or after the newest. */
  startsAt: 'beginning' | 'head'
}

/** Records, exactly once for each event, the side effects to perform in the outside world. */
export type RowReactor = AnyReactor & {
  /**
   * Writes its rows in `trx`, in which the checkpoint moves as well, so both happen or neither. Anything else must be
   * idempotent. `events` are in order, at least one, and all of `types`.
   */
  handle(events: readonly RecordedEvent[], trx: Transaction<unknown>): Promise<void>
}

/** Issues commands at least once for each event; their ids derive from it, so that each takes effect once. */
export type CommandReactor = AnyReactor & {
  /** The checkpoint moves afterwards. `events` as for `handle`. */
  issue(events: readonly RecordedEvent[]): Promise<void>
}

export type Reactor = RowReactor | CommandReactor
