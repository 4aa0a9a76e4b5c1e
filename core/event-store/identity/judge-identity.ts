import { OperatorError } from '../../domain/errors.ts'
import type { OwnershipRecord } from './events.ts'
import { describeShop, isCopyUnderAnotherName, isSameDatabase, ownershipOf } from './ownership.ts'

/**
 * How a database's checkpoints relate to the connected log. `nothing`: they have processed no event. `this log`: it
 * holds the last events that they processed. `another log`: it does not.
 */
export type Followed = 'nothing' | 'this log' | 'another log'

/** The ownership that an external log records. */
export type LoggedOwnership = {
  current: OwnershipRecord | undefined
  /** The databases that the shop used before. */
  earlierDatabases: readonly string[]
}

export type IdentityFacts = {
  /** The ownership according to this process's database and PUBLIC_URL; without a name where that is not set. */
  own: OwnershipRecord
  /** Whether a log is known to hold the id of `own`. An id that no log holds yields to that of the log. */
  isLogged: boolean
  log: LoggedOwnership
  /** Called only where needed, because it is expensive. @throws EngineUnavailable */
  followed: () => Promise<Followed>
  /** Whether the log holds events of a shop. */
  hasEvents: boolean
}

/**
 * The ownership that the log should hold: unchanged, new or moved.
 * @throws OperatorError where log and database belong to different shops, or the database has been replaced
 * @throws EngineUnavailable
 */
export async function judgeIdentity(facts: IdentityFacts): Promise<OwnershipRecord> {
  const { current } = facts.log
  return current === undefined ? firstOwnership(facts) : ownershipIn(facts, current)
}

async function firstOwnership({ own, isLogged, followed, hasEvents }: IdentityFacts): Promise<OwnershipRecord> {
  if (isLogged) throw withoutIdentity(own)
  const known = await followed()
  if (known === 'another log') throw withoutIdentity(own)
  if (known === 'nothing' && hasEvents) throw unclaimed(own)
  return own
}

async function ownershipIn(
  { own, isLogged, log, followed }: IdentityFacts,
  current: OwnershipRecord,
): Promise<OwnershipRecord> {
  const isOwn = current.shopId === own.shopId || (!isLogged && (await followed()) === 'this log')
  if (!isOwn) throw anotherShop(current, own)
  if (isCopyUnderAnotherName(current, own)) throw copied(current, own)
  if (!isSameDatabase(current, own) && log.earlierDatabases.includes(own.database)) throw replaced(current)
  return ownershipOf({ ...own, shopId: current.shopId, name: own.name ?? current.name })
}

/** Requires the ownership that this process found or wrote at start-up. */
export function assertOwnershipUnchanged(own: OwnershipRecord, { current }: LoggedOwnership): void {
  if (current === undefined) throw withoutIdentity(own)
  if (current.shopId !== own.shopId) throw anotherShop(current, own)
  if (!isSameDatabase(current, own)) throw replaced(current)
}

const adoptLog = 'run "npm run ops -- adopt-log"'

function anotherShop(log: OwnershipRecord, own: OwnershipRecord): OperatorError {
  return new OperatorError(
    `the event log of EVENTSTORE_URL belongs to another shop: the log is that of ${describeShop(log)}, the database that of ${describeShop(own)}`,
    `Set EVENTSTORE_URL to this shop’s own EventStoreDB, or DATABASE_URL to the database of the other shop. To give this log to this database, stop every process of both shops and ${adoptLog}.`,
  )
}

function copied(known: OwnershipRecord, own: OwnershipRecord): OperatorError {
  return new OperatorError(
    `the event log of EVENTSTORE_URL is used by ${describeShop(known)} with another database; this database is a copy of that one, run as ${own.name ?? 'a shop without PUBLIC_URL'}`,
    `Give the copy another EVENTSTORE_URL. Where this database replaces the other one, stop every other process and start the shop once with the PUBLIC_URL of ${known.name}, or ${adoptLog}.`,
  )
}

function replaced(current: OwnershipRecord): OperatorError {
  return new OperatorError(
    `the event log of EVENTSTORE_URL is used by ${describeShop(current)} with another database, which has replaced this one`,
    `Set DATABASE_URL to the database that the shop uses now. To go back to this one, stop every process and ${adoptLog}.`,
  )
}

function withoutIdentity(own: OwnershipRecord): OperatorError {
  return new OperatorError(
    `the event log of EVENTSTORE_URL does not hold the identity of this database’s shop, ${describeShop(own)}: it is another server, an empty one, or was restored from an older backup`,
    `Set EVENTSTORE_URL to the server that holds this shop’s events, or ${adoptLog}.`,
  )
}

function unclaimed(own: OwnershipRecord): OperatorError {
  return new OperatorError(
    `the event log of EVENTSTORE_URL holds the events of a shop without an identity, and the database of ${describeShop(own)} has never followed them`,
    `Start the shop that wrote them with this release first, so that the log records its owner; give this shop another EventStoreDB; or ${adoptLog} where this database replaces the lost one.`,
  )
}
