import { coalesceCalls } from '../../async/coalesce.ts'
import type { Db } from '../../database/database.ts'
import { databaseId } from '../../database/database-id.ts'
import { OperatorError } from '../../domain/errors.ts'
import { readHome } from './event-log-home.ts'
import { StreamConflict } from '../event-store.ts'
import type { Seat } from './events.ts'
import { ensureIdentity, lockIdentity, writeIdentity, type IdentityRow } from './identity-row.ts'
import { assertSeatUnchanged, judgeIdentity, type Followed } from './judge-identity.ts'
import { readLoggedSeats, recordSeat, type Logged } from './logged-seat.ts'
import { nameOfShop } from './own-name.ts'
import { isSameSeat, seatOf } from './seat.ts'
import type { IdentityDeps, ShopIdentity } from './shop-identity.ts'

/** For a log outside the database, which therefore records the shop's identity too. */
export function identityInLog(deps: IdentityDeps): ShopIdentity {
  return new LoggedIdentity(deps)
}

class LoggedIdentity implements ShopIdentity {
  readonly #deps: IdentityDeps
  /** This process's seat, once the log has been read. */
  #seat: Seat | undefined
  #doubts = 1
  #settled = 0

  readonly #compareOnce = coalesceCalls(() => this.#compare())

  constructor(deps: IdentityDeps) {
    this.#deps = deps
  }

  async claim(): Promise<Seat> {
    const { seat, isLogged } = await untilRead(() => settle(this.#deps, (known) => judge(this.#deps, known)))
    if (isLogged) this.#seat = seat
    return seat
  }

  async assertOwn(): Promise<void> {
    if (this.#settled !== this.#doubts) await this.#compareOnce()
  }

  suspect(): void {
    this.#doubts += 1
  }

  async refusal(): Promise<OperatorError | undefined> {
    try {
      if (this.#seat === undefined) await this.claim()
      else assertSeatUnchanged(this.#seat, await readLoggedSeats(this.#deps.store))
      return undefined
    } catch (error) {
      this.suspect()
      if (error instanceof OperatorError) return error
      throw error
    }
  }

  async seat(): Promise<Seat | undefined> {
    if (this.#seat !== undefined) return this.#seat
    const { row, own } = await ownSeat(this.#deps)
    return row.isLogged ? own : undefined
  }

  async adoptLog() {
    const { current: before } = await readLoggedSeats(this.#deps.store)
    const { seat } = await untilRead(() => settle({ ...this.#deps, followed: accepted, isRunning: true }, adopted))
    this.#seat = seat
    return { seat, before }
  }

  async #compare(): Promise<void> {
    const doubtsBefore = this.#doubts
    const logged = await readLoggedSeats(this.#deps.store)
    if (logged.current === undefined) await this.#compareWithoutSeat(logged)
    else if (this.#seat !== undefined) assertSeatUnchanged(this.#seat, logged)
    else await judge(this.#deps, { ...(await ownSeat(this.#deps)), logged })
    this.#settled = doubtsBefore
  }

  /**
   * Leaves it to the comparison of checkpoints to detect a log that has lost its events, or one that the shop has yet
   * to move to.
   */
  async #compareWithoutSeat(logged: Logged): Promise<void> {
    const known = await ownSeat(this.#deps)
    if (known.row.isLogged || (await readHome(this.#deps.db)) === 'database') return
    if ((await this.#deps.followed()) === 'nothing') await judge(this.#deps, { ...known, logged })
  }
}

type Known = { row: IdentityRow; own: Seat; logged: Logged }

async function ownSeat(deps: IdentityDeps): Promise<Omit<Known, 'logged'>> {
  const { db, newId } = deps
  return seatBy(deps, await ensureIdentity(db, newId), db)
}

async function seatBy(deps: IdentityDeps, row: IdentityRow, db: Db): Promise<Omit<Known, 'logged'>> {
  const known = { ...row, name: await nameOfShop(deps, row) }
  // Only the name of this process: a copy of the database holds the name of the original.
  return { row: known, own: seatOf({ shopId: row.id, name: deps.name, database: await databaseId(db) }) }
}

async function judge({ store, followed }: IdentityDeps, { row: { isLogged }, own, logged }: Known): Promise<Seat> {
  const hasEvents = logged.current === undefined && !isLogged && (await store.head()) > 0
  // The events may have been written since the identity was read, together with another shop's identity.
  return judgeIdentity({ own, isLogged, log: hasEvents ? await readLoggedSeats(store) : logged, followed, hasEvents })
}

/** The operator has accepted this log, whatever the checkpoints say. */
function accepted(): Promise<Followed> {
  return Promise.resolve('this log')
}

function adopted({ own, logged }: Known): Promise<Seat> {
  return Promise.resolve(seatOf({ ...own, name: own.name, shopId: logged.current?.shopId ?? own.shopId }))
}

type Settled = { seat: Seat; isLogged: boolean }

/**
 * Runs under the row's lock, so that of several processes on one database only one writes to a log. Writes nothing to a
 * log that has diverged from the checkpoints: it would grow past the point where they differ.
 */
async function settle(deps: IdentityDeps, judgeKnown: (known: Known) => Promise<Seat>): Promise<Settled> {
  await ensureIdentity(deps.db, deps.newId)
  return deps.db.transaction().execute(async (trx) => {
    const known = await seatBy(deps, await lockIdentity(trx), trx)
    const logged = await readLoggedSeats(deps.store)
    const seat = await judgeKnown({ ...known, logged })
    const isLogged = isSameSeat(seat, logged.current) || (await mayWrite(deps, logged))
    if (isLogged) {
      await recordSeat(deps, seat, logged)
      await writeIdentity(trx, { id: seat.shopId, name: seat.name ?? known.row.name, isLogged })
    }
    return { seat, isLogged }
  })
}

/**
 * An operator's command, such as one that inspects a restored backup, may write the first seat of a log but not replace
 * one.
 */
async function mayWrite({ isRunning, followed }: IdentityDeps, { current }: Logged): Promise<boolean> {
  return (isRunning || current === undefined) && (await followed()) !== 'another log'
}

/** The loser of a race for the first event reads what the winner wrote. */
async function untilRead<T>(claim: () => Promise<T>, attempts = 3): Promise<T> {
  try {
    return await claim()
  } catch (error) {
    if (!(error instanceof StreamConflict) || attempts === 1) throw error
    return untilRead(claim, attempts - 1)
  }
}
