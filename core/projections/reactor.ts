import type { Transaction } from 'kysely'
import type { RecordedEvent } from '../event-store/event-store.ts'

/**
 * Records, exactly once for each event, the side effects to perform in the outside world. It has its own checkpoint,
 * which no replay of a projection touches.
 */
export type Reactor = {
  /** Kebab-case; unique among projections and reactors. */
  name: string
  /** The event types that it subscribes to. */
  types: readonly string[]
  /** Where a new reactor starts: at the first event, or after the newest. */
  startsAt: 'beginning' | 'head'
  /**
   * Writes its rows in `trx`, in which the checkpoint moves as well, so both happen or neither. Anything else
   * must be idempotent, such as a command whose id derives from the event (`cart-check-out`). `events` are in order, at least one, and all of `types`.
   */
  handle(events: readonly RecordedEvent[], trx: Transaction<unknown>): Promise<void>
}
