import type { Transaction } from 'kysely'
import type { RecordedEvent } from '../event-store/event-store.ts'

/**
 * What hangs on events besides reading: it writes down, for each event exactly once, what is to be done in the outside
 * world. It has a checkpoint of its own, which no replay of a projection touches.
 */
export type Reactor = {
  /** Kebab-case; unique among projections and reactors. */
  name: string
  /** The event types it takes. */
  types: readonly string[]
  /** Where it begins when the shop sees it for the first time: with the very first event, or after the newest. */
  startsAt: 'beginning' | 'head'
  /**
   * Writes its rows in `trx`, in which the checkpoint moves as well: both happen or none. It does nothing else, and calls
   * nobody outside the database. `events` are in order, at least one, all of `types`.
   */
  handle(events: readonly RecordedEvent[], trx: Transaction<unknown>): Promise<void>
}
