import type { Db } from '../../database/database.ts'
import type { OperatorError } from '../../domain/errors.ts'
import type { NewId } from '../../domain/ids.ts'
import type { EventStore } from '../event-store.ts'
import type { Seat } from './events.ts'
import type { Followed } from './judge-identity.ts'

/** Whose the database and the log are. */
export type ShopIdentity = {
  /**
   * At start: makes sure that database and log belong to one shop, and writes its seat to whichever lacks it. Several
   * processes may do this at once: the first one writes, the others read what it wrote.
   * @throws OperatorError that names both shops where they differ
   * @throws EngineUnavailable
   */
  claim(): Promise<Seat>
  /**
   * Before events are read: makes sure that the log does not belong to another shop; writes nothing. Asks the log once, and
   * again after `suspect`. A log that has lost this shop's identity passes: its checkpoints are compared anyway.
   * @throws as `claim`
   */
  assertOwn(): Promise<void>
  /** The log may be another one from now on. */
  suspect(): void
  /** Why this shop must not write to the log; claims it where that was not possible at the start. @throws EngineUnavailable */
  refusal(): Promise<OperatorError | undefined>
  /** The seat by the database alone; `undefined` while the log was never asked, as the id may change then. */
  seat(): Promise<Seat | undefined>
  /**
   * Gives the log to this database, for `ops adopt-log`: the database takes over the log's identity, or the log that of the
   * database where it has none. Resolves to the seat, and to the one that the log had before. @throws EngineUnavailable
   */
  adoptLog(): Promise<{ seat: Seat; before: Seat | undefined }>
}

export type IdentityDeps = {
  /** Without a limit on the time of a statement. */
  db: Db
  /** With the codec, and writable also while the log is not yet known to be this shop's. */
  store: Pick<EventStore, 'append' | 'readStream' | 'head'>
  /** The host of PUBLIC_URL, where it is set. */
  name: string | undefined
  /** Whether this process plays a role of the shop, so that its name becomes the shop's, and its database takes the seat. */
  isRunning: boolean
  newId: NewId
  /** What the checkpoints of the database say about the log. @throws EngineUnavailable */
  followed: () => Promise<Followed>
}
