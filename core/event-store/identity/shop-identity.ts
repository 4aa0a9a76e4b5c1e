import type { Db } from '../../database/database.ts'
import type { OperatorError } from '../../domain/errors.ts'
import type { NewId } from '../../domain/ids.ts'
import type { EventStore } from '../event-store.ts'
import type { OwnershipRecord } from './events.ts'
import type { Followed } from './judge-identity.ts'

/** The ownership of the database and the log. */
export type ShopIdentity = {
  /**
   * Runs at start-up: verifies that database and log belong to one shop, and writes its ownership to whichever lacks it.
   * Several processes may run this at once: the first one writes, the others read what it wrote.
   * @throws OperatorError that names both shops where they differ
   * @throws EngineUnavailable
   */
  claim(): Promise<OwnershipRecord>
  /**
   * Runs before events are read: verifies that the log does not belong to another shop; writes nothing. Reads the log
   * once, and again after `suspect`. A log that has lost this shop's identity passes, because the checkpoints are
   * compared anyway.
   * @throws as `claim`
   */
  assertOwn(): Promise<void>
  /** The log may be another one from now on. */
  suspect(): void
  /** Why this shop must not write to the log; claims the log if that failed at start-up. @throws EngineUnavailable */
  refusal(): Promise<OperatorError | undefined>
  /** The ownership according to the database; `undefined` while the log has never been read, as the id may still change. */
  ownership(): Promise<OwnershipRecord | undefined>
  /**
   * Makes this database the owner of the log, for `ops adopt-log`: the database takes the log's identity, or the log
   * that of the database if it has none. Resolves to the ownership, and to the log's previous one. @throws EngineUnavailable
   */
  adoptLog(): Promise<{ ownership: OwnershipRecord; before: OwnershipRecord | undefined }>
}

export type IdentityDeps = {
  /** Without a statement timeout. */
  db: Db
  /** With the codec, and writable even before the log is verified as this shop's. */
  store: Pick<EventStore, 'append' | 'readStream' | 'head'>
  /** The host of PUBLIC_URL, if set. */
  name: string | undefined
  /**
   * Whether this process runs a role of the shop, so that its name becomes the shop's and its database takes the ownership.
   */
  isRunning: boolean
  newId: NewId
  /** How the database's checkpoints relate to the log. @throws EngineUnavailable */
  followed: () => Promise<Followed>
}
