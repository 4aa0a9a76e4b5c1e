import { Type, type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import { coalesceCalls } from '../../async/coalesce.ts'
import { OperatorError } from '../../domain/errors.ts'
import { SeatSchema, type Seat } from './events.ts'
import { describeShop, isCopyUnderAnotherName, isSameDatabase, isSameHost, isSameSeat, seatOf } from './seat.ts'

/** The ownership record in an engine: the seat, and the databases that the shop used before. */
const KeptSchema = Type.Intersect([
  SeatSchema,
  Type.Object({ earlierDatabases: Type.Optional(Type.Array(Type.String())) }),
])

export type KeptSeat = Static<typeof KeptSchema>

const seats = Compile(KeptSchema)

/** An engine with data of one shop, to which no other shop may write. */
export type SeatKeeper = {
  /** The name for messages to the operator, such as `the search index products of MEILI_URL`. */
  name: string
  /** What to use for a second shop instead, such as `another MEILI_INDEX`. */
  alternative: string
  /** How an operator releases the engine if the previous shop no longer exists. */
  release: string
  /** `undefined` where the engine holds no seat. @throws EngineUnavailable */
  read(): Promise<unknown>
  /**
   * Stores the seat unless there is one; resolves to the seat stored afterwards, of whichever shop. @throws
   * EngineUnavailable
   */
  claim(seat: Seat): Promise<unknown>
  /** Replaces the seat of the same shop. @throws EngineUnavailable */
  write(seat: KeptSeat): Promise<void>
}

/**
 * Verifies that an engine belongs to this shop, and claims it if it has no owner. An operator's command claims nothing:
 * it may be inspecting a restored backup.
 * @throws OperatorError that names both shops
 * @throws EngineUnavailable
 */
async function assertOwnEngine(keeper: SeatKeeper, own: Seat, isRunning: boolean): Promise<void> {
  const kept = await keptSeat(keeper, own, isRunning)
  const refusal = refusalOf(keeper, kept, own)
  if (refusal !== undefined) throw refusal
  const seat = seatOf({ ...own, name: own.name ?? kept.name })
  if (!isRunning || isSameSeat(seat, kept)) return
  const earlier = isSameDatabase(kept, own) ? [] : [kept.database]
  await keeper.write({ ...seat, earlierDatabases: [...earlierOf(kept), ...earlier] })
}

async function keptSeat(keeper: SeatKeeper, own: Seat, isRunning: boolean): Promise<KeptSeat> {
  const kept = (await keeper.read()) ?? (isRunning ? await keeper.claim(own) : own)
  if (!seats.Check(kept)) throw unreadable(keeper)
  return kept
}

function earlierOf({ earlierDatabases = [] }: KeptSeat): readonly string[] {
  return earlierDatabases
}

function refusalOf(keeper: SeatKeeper, kept: KeptSeat, own: Seat): OperatorError | undefined {
  if (kept.shopId !== own.shopId && !isSameAddress(kept, own)) return ofAnotherShop(keeper, kept, own)
  if (isCopyUnderAnotherName(kept, own)) return ofTheOriginal(keeper, kept, own)
  const isReplaced = !isSameDatabase(kept, own) && earlierOf(kept).includes(own.database)
  return isReplaced ? ofTheSuccessor(keeper, kept) : undefined
}

/** A shop restored from a backup of a release without identities has a new id, but its old address. */
function isSameAddress(kept: Seat, own: Seat): boolean {
  return kept.name !== undefined && isSameHost(kept.name, own.name)
}

function ofTheSuccessor({ name, release }: SeatKeeper, kept: Seat): OperatorError {
  return new OperatorError(
    `${name} is used by ${describeShop(kept)} with another database, which has replaced this one`,
    `Set DATABASE_URL to the database that the shop uses now. To go back to this one, stop every process, and ${release}.`,
  )
}

function ofAnotherShop({ name, alternative, release }: SeatKeeper, kept: Seat, own: Seat): OperatorError {
  return new OperatorError(
    `${name} belongs to another shop: it is that of ${describeShop(kept)}, this shop is ${describeShop(own)}`,
    `Give this shop ${alternative}. Where the other shop is gone, ${release}.`,
  )
}

function ofTheOriginal({ name, alternative, release }: SeatKeeper, kept: Seat, own: Seat): OperatorError {
  return new OperatorError(
    `${name} is used by ${describeShop(kept)} with another database; this database is a copy of that one, run as ${own.name ?? 'a shop without PUBLIC_URL'}`,
    `Give this shop ${alternative}. Where this database replaces the other one, start the shop with the PUBLIC_URL of ${kept.name}, or ${release}.`,
  )
}

function unreadable({ name, alternative, release }: SeatKeeper): OperatorError {
  return new OperatorError(
    `${name} names its shop in a form that this release cannot read`,
    `Give this shop ${alternative}, or ${release}.`,
  )
}

/**
 * Verifies the owner of an engine once, and again after `suspect`, because a different server may answer then.
 * Concurrent callers share one check. While the shop's own seat is unknown, because its log is unavailable, the engine
 * is used unchecked.
 */
export function openOwnership(keeper: SeatKeeper, { seat, isRunning }: Owner): Ownership {
  let doubts = 1
  let settled = 0

  const verify = coalesceCalls(async () => {
    const doubtsBefore = doubts
    const own = await seat()
    // The next call checks again.
    if (own === undefined) return
    await assertOwnEngine(keeper, own, isRunning)
    settled = doubtsBefore
  })

  return {
    async assertOwn() {
      if (settled !== doubts) await verify()
    },
    suspect() {
      doubts += 1
    },
  }
}

/** The owner that an engine must have. */
export type Owner = {
  /** `undefined` while unknown. */
  seat: () => Promise<Seat | undefined>
  /** Whether this process runs a role of the shop, rather than an operator's command. */
  isRunning: boolean
}

/** `assertOwn` throws like `assertOwnEngine`. */
export type Ownership = { assertOwn(): Promise<void>; suspect(): void }
