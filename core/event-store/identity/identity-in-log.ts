import { coalesceCalls } from '../../async/coalesce.ts'
import type { Db } from '../../database/database.ts'
import { databaseId } from '../../database/database-id.ts'
import { OperatorError } from '../../domain/errors.ts'
import { readHome } from './event-log-home.ts'
import { StreamConflict } from '../event-store.ts'
import type { OwnershipRecord } from './events.ts'
import { ensureIdentity, lockIdentity, writeIdentity, type IdentityRow } from './identity-row.ts'
import { assertOwnershipUnchanged, judgeIdentity, type Followed } from './judge-identity.ts'
import { readLoggedOwnership, recordOwnership, type Logged } from './logged-ownership.ts'
import { nameOfShop } from './own-name.ts'
import { isSameOwnership, ownershipOf } from './ownership.ts'
import type { IdentityDeps, ShopIdentity } from './shop-identity.ts'

/** For a log outside the database, which therefore records the shop's identity too. */
export function identityInLog(deps: IdentityDeps): ShopIdentity {
  return new LoggedIdentity(deps)
}

class LoggedIdentity implements ShopIdentity {
  readonly #deps: IdentityDeps
  /** This process's ownership, once the log has been read. */
  #ownership: OwnershipRecord | undefined
  #doubts = 1
  #verified = 0

  readonly #compareOnce = coalesceCalls(() => this.#compare())

  constructor(deps: IdentityDeps) {
    this.#deps = deps
  }

  async claim(): Promise<OwnershipRecord> {
    const { ownership, isLogged } = await untilRead(() =>
      claimOwnership(this.#deps, (known) => judge(this.#deps, known)),
    )
    if (isLogged) this.#ownership = ownership
    return ownership
  }

  async assertOwn(): Promise<void> {
    if (this.#verified !== this.#doubts) await this.#compareOnce()
  }

  suspect(): void {
    this.#doubts += 1
  }

  async refusal(): Promise<OperatorError | undefined> {
    try {
      if (this.#ownership === undefined) await this.claim()
      else assertOwnershipUnchanged(this.#ownership, await readLoggedOwnership(this.#deps.store))
      return undefined
    } catch (error) {
      this.suspect()
      if (error instanceof OperatorError) return error
      throw error
    }
  }

  async ownership(): Promise<OwnershipRecord | undefined> {
    if (this.#ownership !== undefined) return this.#ownership
    const { row, own } = await ownOwnership(this.#deps)
    return row.isLogged ? own : undefined
  }

  async adoptLog() {
    const { current: before } = await readLoggedOwnership(this.#deps.store)
    const { ownership } = await untilRead(() =>
      claimOwnership({ ...this.#deps, followed: accepted, isRunning: true }, adopted),
    )
    this.#ownership = ownership
    return { ownership, before }
  }

  async #compare(): Promise<void> {
    const doubtsBefore = this.#doubts
    const logged = await readLoggedOwnership(this.#deps.store)
    if (logged.current === undefined) await this.#compareWithoutOwnership(logged)
    else if (this.#ownership !== undefined) assertOwnershipUnchanged(this.#ownership, logged)
    else await judge(this.#deps, { ...(await ownOwnership(this.#deps)), logged })
    this.#verified = doubtsBefore
  }

  /**
   * Leaves it to the comparison of checkpoints to detect a log that has lost its events, or one that the shop has yet
   * to move to.
   */
  async #compareWithoutOwnership(logged: Logged): Promise<void> {
    const known = await ownOwnership(this.#deps)
    if (known.row.isLogged || (await readHome(this.#deps.db)) === 'database') return
    if ((await this.#deps.followed()) === 'nothing') await judge(this.#deps, { ...known, logged })
  }
}

type Known = { row: IdentityRow; own: OwnershipRecord; logged: Logged }

async function ownOwnership(deps: IdentityDeps): Promise<Omit<Known, 'logged'>> {
  const { db, newId } = deps
  return ownershipBy(deps, await ensureIdentity(db, newId), db)
}

async function ownershipBy(deps: IdentityDeps, row: IdentityRow, db: Db): Promise<Omit<Known, 'logged'>> {
  const known = { ...row, name: await nameOfShop(deps, row) }
  // Only the name of this process: a copy of the database holds the name of the original.
  return { row: known, own: ownershipOf({ shopId: row.id, name: deps.name, database: await databaseId(db) }) }
}

async function judge(
  { store, followed }: IdentityDeps,
  { row: { isLogged }, own, logged }: Known,
): Promise<OwnershipRecord> {
  const hasEvents = logged.current === undefined && !isLogged && (await store.head()) > 0
  // The events may have been written since the identity was read, together with another shop's identity.
  return judgeIdentity({
    own,
    isLogged,
    log: hasEvents ? await readLoggedOwnership(store) : logged,
    followed,
    hasEvents,
  })
}

/** The operator has accepted this log, whatever the checkpoints say. */
function accepted(): Promise<Followed> {
  return Promise.resolve('this log')
}

function adopted({ own, logged }: Known): Promise<OwnershipRecord> {
  return Promise.resolve(ownershipOf({ ...own, name: own.name, shopId: logged.current?.shopId ?? own.shopId }))
}

type Claimed = { ownership: OwnershipRecord; isLogged: boolean }

/**
 * Runs under the row's lock, so that of several processes on one database only one writes to a log. Writes nothing to a
 * log that has diverged from the checkpoints: it would grow past the point where they differ.
 */
async function claimOwnership(
  deps: IdentityDeps,
  judgeKnown: (known: Known) => Promise<OwnershipRecord>,
): Promise<Claimed> {
  await ensureIdentity(deps.db, deps.newId)
  return deps.db.transaction().execute(async (trx) => {
    const known = await ownershipBy(deps, await lockIdentity(trx), trx)
    const logged = await readLoggedOwnership(deps.store)
    const ownership = await judgeKnown({ ...known, logged })
    const isLogged = isSameOwnership(ownership, logged.current) || (await mayWrite(deps, logged))
    if (isLogged) {
      await recordOwnership(deps, ownership, logged)
      await writeIdentity(trx, { id: ownership.shopId, name: ownership.name ?? known.row.name, isLogged })
    }
    return { ownership, isLogged }
  })
}

/**
 * An operator's command, such as one that inspects a restored backup, may write the first ownership of a log but not replace
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
