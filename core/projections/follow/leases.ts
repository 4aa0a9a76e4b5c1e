import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import { EngineUnavailable } from '../../domain/errors.ts'
import type { Log } from '../../telemetry/log.ts'
import { createWakeUpSignal } from '../../async/wake-up-signal.ts'

/** An exclusive right across processes. */
export type Lease = {
  /** False as soon as another process may hold it: after a loss, or after a pause in which it may have expired. */
  isHeld: () => boolean
  /** Aborts when it is lost. */
  lost: AbortSignal
  release(): Promise<void>
}

/** The leases of one process: advisory locks of one database session, which Postgres ends after too long a silence. */
export type Leases = {
  /** Waits until it is free. Rejects when `signal` aborts. */
  take(key: string, signal: AbortSignal): Promise<Lease>
  /** `undefined` when any process holds it, including this one. @throws EngineUnavailable */
  tryTake(key: string): Promise<Lease | undefined>
}

export type LeaseTiming = {
  beatMs: number
  /** A process that is silent for this long, because it was stopped or cut off, loses its leases. */
  leaseMs: number
}

/** With the pause between two attempts, this lets another process take over within five seconds. */
export const leaseTiming: LeaseTiming = { beatMs: 1_000, leaseMs: 3_000 }

/** Distinguishes these locks from others in the same database. */
const lockClass = 1_936_224_112

/** The end of the session, however it comes about, releases all keys. */
export function createLeases(options: { db: Db; log: Log; timing?: LeaseTiming | undefined }): Leases {
  return new SessionLeases(options)
}

type Outcome = 'held' | 'refused' | Error

type Claim = {
  key: string
  state: 'pending' | 'held' | 'ended'
  isPatient: boolean
  lost: AbortController
  resolve(outcome: Outcome): void
}

const never = new AbortController().signal

class SessionLeases implements Leases {
  readonly #db: Db
  readonly #log: Log
  readonly #timing: LeaseTiming
  readonly #claims = new Map<string, Claim>()
  /** Released keys that have yet to be unlocked in the database. */
  readonly #released = new Map<string, () => void>()
  readonly #wakeUp = createWakeUpSignal()
  #lastBeat = -Infinity
  #isRunning = false

  constructor({ db, log, timing = leaseTiming }: { db: Db; log: Log; timing?: LeaseTiming | undefined }) {
    this.#db = db
    this.#log = log
    this.#timing = timing
  }

  async take(key: string, signal: AbortSignal): Promise<Lease> {
    signal.throwIfAborted()
    if (this.#claims.has(key)) throw new Error(`${key} is claimed already`)
    const claimed = this.#claim(key, true)
    const giveUp = () => {
      const claim = this.#claims.get(key)
      if (claim?.state === 'pending') this.#resolve(claim, 'refused')
    }
    signal.addEventListener('abort', giveUp, { once: true })
    const lease = await claimed
    signal.removeEventListener('abort', giveUp)
    if (lease === undefined) throw signal.reason
    return lease
  }

  async tryTake(key: string): Promise<Lease | undefined> {
    return this.#claims.has(key) ? undefined : this.#claim(key, false)
  }

  async #claim(key: string, isPatient: boolean): Promise<Lease | undefined> {
    const { promise, resolve } = Promise.withResolvers<Outcome>()
    const claim: Claim = { key, state: 'pending', isPatient, lost: new AbortController(), resolve }
    this.#claims.set(key, claim)
    this.#wakeUp.notify()
    if (!this.#isRunning) void this.#run()
    const outcome = await promise
    if (outcome instanceof Error) throw outcome
    return outcome === 'held' ? this.#leaseOf(claim) : undefined
  }

  #leaseOf(claim: Claim): Lease {
    return {
      isHeld: () => claim.state === 'held' && performance.now() - this.#lastBeat < this.#timing.leaseMs,
      lost: claim.lost.signal,
      release: async () => {
        if (claim.state !== 'held') return
        this.#end(claim)
        await this.#unlock(claim.key)
      },
    }
  }

  #resolve(claim: Claim, outcome: Outcome): void {
    if (outcome === 'held') claim.state = 'held'
    else this.#end(claim)
    claim.resolve(outcome)
  }

  #end(claim: Claim): void {
    claim.state = 'ended'
    this.#claims.delete(claim.key)
  }

  #unlock(key: string): Promise<void> {
    return new Promise((resolve) => {
      this.#released.set(key, resolve)
      this.#wakeUp.notify()
    })
  }

  #isNeeded(): boolean {
    return this.#claims.size + this.#released.size > 0
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    while (this.#isNeeded()) {
      try {
        await this.#db.connection().execute((connection) => this.#session(connection))
      } catch (error) {
        this.#loseAll(error)
        await this.#wakeUp.wait(this.#timing.beatMs, never)
      }
    }
    this.#isRunning = false
  }

  async #session(connection: Db): Promise<void> {
    await sql`select set_config('idle_session_timeout', ${String(this.#timing.leaseMs)}, false)`.execute(connection)
    try {
      while (this.#isNeeded()) {
        await this.#beat(connection)
        if (this.#isNeeded()) await this.#wakeUp.wait(this.#timing.beatMs, never)
      }
    } finally {
      const reset = sql`select pg_advisory_unlock_all(), set_config('idle_session_timeout', '0', false)`
      await reset.execute(connection).catch(() => undefined)
    }
  }

  async #beat(connection: Db): Promise<void> {
    const at = performance.now()
    const released = [...this.#released]
    const pending = [...this.#claims.values()].filter(({ state }) => state === 'pending')
    if (released.length > 0)
      await unlock(
        connection,
        released.map(([key]) => key),
      )
    const mine = await tryLocks(
      connection,
      pending.map(({ key }) => key),
    )
    this.#lastBeat = at
    for (const [key, done] of released) {
      this.#released.delete(key)
      done()
    }
    for (const claim of pending) this.#applyResult(claim, mine.has(claim.key))
  }

  #applyResult(claim: Claim, isMine: boolean): void {
    if (claim.state === 'ended') {
      if (isMine) void this.#unlock(claim.key)
    } else if (isMine) this.#resolve(claim, 'held')
    else if (!claim.isPatient) this.#resolve(claim, 'refused')
  }

  #loseAll(error: unknown): void {
    this.#log.warn({ err: error }, 'the session with the locks of projections and reactors was lost')
    for (const done of this.#released.values()) done()
    this.#released.clear()
    for (const claim of this.#claims.values()) {
      if (claim.state === 'held') {
        this.#end(claim)
        claim.lost.abort()
      } else if (!claim.isPatient) {
        this.#resolve(claim, error instanceof Error ? error : new EngineUnavailable('database', { cause: error }))
      }
    }
  }
}

async function unlock(connection: Db, keys: readonly string[]): Promise<void> {
  await sql`
    select pg_advisory_unlock(${lockClass}::int, hashtext(key)) from unnest(${keys}::text[]) key`.execute(connection)
}

/** Those of `keys` that this session has just locked. Without keys it is a heartbeat. */
async function tryLocks(connection: Db, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ key: string; is_mine: boolean }>`
    select key, pg_try_advisory_lock(${lockClass}::int, hashtext(key)) as is_mine
    from unnest(${keys}::text[]) key`.execute(connection)
  return new Set(rows.filter(({ is_mine }) => is_mine).map(({ key }) => key))
}

/** Those of `keys` that any process holds. */
export async function heldKeys(db: Db, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select key from unnest(${keys}::text[]) key where exists (
      select from pg_locks
      where locktype = 'advisory' and granted and classid = ${lockClass}::bigint::oid
        and objid = (hashtext(key)::bigint & 4294967295)::oid
        and database = (select oid from pg_database where datname = current_database()))`.execute(db)
  return new Set(rows.map(({ key }) => key))
}
