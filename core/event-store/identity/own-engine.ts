import { Type, type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import { coalesceCalls } from '../../async/coalesce.ts'
import { OperatorError } from '../../domain/errors.ts'
import { OwnershipRecordSchema, type OwnershipRecord } from './events.ts'
import {
  describeShop,
  isCopyUnderAnotherName,
  isSameDatabase,
  isSameHost,
  isSameOwnership,
  ownershipOf,
} from './ownership.ts'

/** The ownership record in an engine: the ownership, and the databases that the shop used before. */
const StoredSchema = Type.Intersect([
  OwnershipRecordSchema,
  Type.Object({ earlierDatabases: Type.Optional(Type.Array(Type.String())) }),
])

export type StoredOwnership = Static<typeof StoredSchema>

const ownerships = Compile(StoredSchema)

/** An engine with data of one shop, to which no other shop may write. */
export type OwnedEngine = {
  /** The name for messages to the operator, such as `the search index products of MEILI_URL`. */
  name: string
  /** What to use for a second shop instead, such as `another MEILI_INDEX`. */
  alternative: string
  /** How an operator releases the engine if the previous shop no longer exists. */
  release: string
  /** `undefined` where the engine holds no ownership. @throws EngineUnavailable */
  read(): Promise<unknown>
  /**
   * Stores the ownership unless there is one; resolves to the ownership stored afterwards, of whichever shop. @throws
   * EngineUnavailable
   */
  claim(ownership: OwnershipRecord): Promise<unknown>
  /** Replaces the ownership of the same shop. @throws EngineUnavailable */
  write(ownership: StoredOwnership): Promise<void>
}

/**
 * Verifies that an engine belongs to this shop, and claims it if it has no owner. An operator's command claims nothing:
 * it may be inspecting a restored backup.
 * @throws OperatorError that names both shops
 * @throws EngineUnavailable
 */
async function assertOwnEngine(engine: OwnedEngine, own: OwnershipRecord, isRunning: boolean): Promise<void> {
  const stored = await storedOwnership(engine, own, isRunning)
  const refusal = refusalOf(engine, stored, own)
  if (refusal !== undefined) throw refusal
  const ownership = ownershipOf({ ...own, name: own.name ?? stored.name })
  if (!isRunning || isSameOwnership(ownership, stored)) return
  const earlier = isSameDatabase(stored, own) ? [] : [stored.database]
  await engine.write({ ...ownership, earlierDatabases: [...earlierOf(stored), ...earlier] })
}

async function storedOwnership(
  engine: OwnedEngine,
  own: OwnershipRecord,
  isRunning: boolean,
): Promise<StoredOwnership> {
  const stored = (await engine.read()) ?? (isRunning ? await engine.claim(own) : own)
  if (!ownerships.Check(stored)) throw unreadable(engine)
  return stored
}

function earlierOf({ earlierDatabases = [] }: StoredOwnership): readonly string[] {
  return earlierDatabases
}

function refusalOf(engine: OwnedEngine, stored: StoredOwnership, own: OwnershipRecord): OperatorError | undefined {
  if (stored.shopId !== own.shopId && !isSameAddress(stored, own)) return ofAnotherShop(engine, stored, own)
  if (isCopyUnderAnotherName(stored, own)) return ofTheOriginal(engine, stored, own)
  const isReplaced = !isSameDatabase(stored, own) && earlierOf(stored).includes(own.database)
  return isReplaced ? ofTheSuccessor(engine, stored) : undefined
}

/** A shop restored from a backup of a release without identities has a new id, but its old address. */
function isSameAddress(stored: OwnershipRecord, own: OwnershipRecord): boolean {
  return stored.name !== undefined && isSameHost(stored.name, own.name)
}

function ofTheSuccessor({ name, release }: OwnedEngine, stored: OwnershipRecord): OperatorError {
  return new OperatorError(
    `${name} is used by ${describeShop(stored)} with another database, which has replaced this one`,
    `Set DATABASE_URL to the database that the shop uses now. To go back to this one, stop every process, and ${release}.`,
  )
}

function ofAnotherShop(
  { name, alternative, release }: OwnedEngine,
  stored: OwnershipRecord,
  own: OwnershipRecord,
): OperatorError {
  return new OperatorError(
    `${name} belongs to another shop: it is that of ${describeShop(stored)}, this shop is ${describeShop(own)}`,
    `Give this shop ${alternative}. Where the other shop is gone, ${release}.`,
  )
}

function ofTheOriginal(
  { name, alternative, release }: OwnedEngine,
  stored: OwnershipRecord,
  own: OwnershipRecord,
): OperatorError {
  return new OperatorError(
    `${name} is used by ${describeShop(stored)} with another database; this database is a copy of that one, run as ${own.name ?? 'a shop without PUBLIC_URL'}`,
    `Give this shop ${alternative}. Where this database replaces the other one, start the shop with the PUBLIC_URL of ${stored.name}, or ${release}.`,
  )
}

function unreadable({ name, alternative, release }: OwnedEngine): OperatorError {
  return new OperatorError(
    `${name} names its shop in a form that this release cannot read`,
    `Give this shop ${alternative}, or ${release}.`,
  )
}

/**
 * Verifies the owner of an engine once, and again after `suspect`, because a different server may answer then.
 * Concurrent callers share one check. While the shop's own ownership is unknown, because its log is unavailable, the engine
 * is used unchecked.
 */
export function openOwnership(engine: OwnedEngine, { ownership, isRunning }: Owner): Ownership {
  let doubts = 1
  let verified = 0

  const verify = coalesceCalls(async () => {
    const doubtsBefore = doubts
    const own = await ownership()
    // The next call checks again.
    if (own === undefined) return
    await assertOwnEngine(engine, own, isRunning)
    verified = doubtsBefore
  })

  return {
    async assertOwn() {
      if (verified !== doubts) await verify()
    },
    suspect() {
      doubts += 1
    },
  }
}

/** The owner that an engine must have. */
export type Owner = {
  /** `undefined` while unknown. */
  ownership: () => Promise<OwnershipRecord | undefined>
  /** Whether this process runs a role of the shop, rather than an operator's command. */
  isRunning: boolean
}

/** `assertOwn` throws like `assertOwnEngine`. */
export type Ownership = { assertOwn(): Promise<void>; suspect(): void }
