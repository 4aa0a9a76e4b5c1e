import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../database/database.ts'
import { openAbsenceLog } from '../../telemetry/absence-log.ts'
import { EngineUnavailable, Rejection } from '../../domain/errors.ts'
import type { NewId } from '../../domain/ids.ts'
import type { Log } from '../../telemetry/log.ts'
import type { HttpResponse } from '../responses/http-response.ts'
import { LRUCache } from 'lru-cache'
import { idempotencyStore, type IdempotencyStore, type Reservation, type Reserved, type Turn } from './store.ts'
import { responseCache } from './response-cache.ts'

export { idempotencyMigrations } from './store.ts'

export type IdempotencyOptions = {
  pool: Database['pool']
  /** 32 bytes: encrypts the stored responses. */
  sealingKey: Uint8Array
  newId: NewId
  log: Log
  /**
   * Whether the event log is in the same database. A reservation then need not wait for the disk: it precedes the
   * order in the write-ahead log, and the order's commit flushes both. If the log is elsewhere, losing a reservation
   * in a crash would let a retry order twice, so the reservation is flushed.
   */
  sharesLogWithEvents: boolean
}

/** Two requests with the same values are the same command. */
export type RepeatableCommand = {
  accountId: string
  /** Method, path template and path parameters. */
  call: string
  key: string
  /** True for `Idempotency-Key`, which refuses another body under one key; with a business key it is a new command. */
  isExplicit: boolean
  body: unknown
}

/** Attempts share one `commandId`; `isRetry`: an earlier one may have succeeded without its response being stored. */
export type Try = { commandId: string; isRetry: boolean }

type Run = (attempt: Try) => Promise<HttpResponse>

export type Idempotency = {
  /**
   * Runs a command once, however often it is sent, and returns the first response to every retry. A refusal is not
   * stored: it had no effect, so the key can be used again.
   * @throws Rejection `conflict` while the first attempt is running, `key-reused` for another body under the same key
   */
  once(command: RepeatableCommand, run: Run): Promise<HttpResponse>
  /** Resolves when every response has been stored; part of the shutdown. */
  flush(): Promise<void>
}

const purgeEveryMs = 600_000
/** Another process may be about to store its response: the pauses before a second and third read, and then 409. */
const lookAgainMs = [20, 40]

/**
 * Stores the responses of commands for 72 hours, encrypted, under keys that do not reveal the account.
 *
 * The client does not wait until its response is stored. A crash in these few milliseconds costs no more than one
 * before the response: a retry runs again under the same command id. Until it is stored, the response is kept in
 * memory.
 */
export function createIdempotency({
  pool,
  sealingKey,
  newId,
  log,
  sharesLogWithEvents,
}: IdempotencyOptions): Idempotency {
  const quietly = quietlyIn(log)
  const store = idempotencyStore(pool, { isDurable: !sharesLogWithEvents })
  const responses = responseCache({ store, sealingKey, quietly })
  const ends = tryEnds(quietly)
  const purgeIfDue = atIntervals(() => void store.purge().catch(quietly))

  async function attempt(turn: Turn, bodyHash: Buffer, run: Run): Promise<HttpResponse> {
    const isRetry = turn.attempt > 1
    const response = await run({ commandId: turn.commandId, isRetry }).catch(async (error: unknown) => {
      const isHarmless = error instanceof Rejection && !isRetry
      await ends.write(turn.scope, () => (isHarmless ? store.remove(turn) : store.release(turn)))
      throw error
    })
    responses.keep(turn, bodyHash, response)
    return response
  }

  return {
    async once(command, run) {
      purgeIfDue()
      const { scope, bodyHash } = namesOf(command)
      const known = responses.find(scope)
      if (known?.bodyHash.equals(bodyHash)) return known.response
      if (known !== undefined) throw keyReused()
      await ends.writePending(scope)
      const reserved = await reserve(store, { scope, bodyHash, commandId: newId() })
      if (reserved.kind === 'turn') return attempt(reserved.turn, bodyHash, run)
      if (reserved.kind === 'running') throw stillRunning()
      if (reserved.kind === 'other-body') throw keyReused()
      // Encrypted with a key that no longer exists: rerunning under the same command id yields the same response.
      return responses.open(reserved) ?? run({ commandId: reserved.turn.commandId, isRetry: true })
    },
    flush: () => responses.flush(),
  }
}

function quietlyIn(log: Log): (error: unknown) => void {
  const absence = openAbsenceLog(log)
  return (error) => {
    if (error instanceof EngineUnavailable) absence.failed(error)
    else log.warn({ err: error }, 'could not write an idempotency record')
  }
}

/** If the database was unavailable when an attempt ended, its end is written before the next attempt begins. */
function tryEnds(quietly: (error: unknown) => void) {
  const pending = new LRUCache<string, () => Promise<void>>({ max: 1_000 })
  return {
    async write(scope: Buffer, end: () => Promise<void>): Promise<void> {
      await end().catch((error: unknown) => {
        quietly(error)
        pending.set(scope.toString('base64'), end)
      })
    },
    /** One caller writes each end; until then, other callers still find a running attempt. */
    async writePending(scope: Buffer): Promise<void> {
      const key = scope.toString('base64')
      const end = pending.get(key)
      if (end === undefined) return
      pending.delete(key)
      await end().catch((error: unknown) => {
        pending.set(key, end)
        throw error
      })
    },
  }
}

function atIntervals(work: () => void): () => void {
  let doneAt = performance.now()
  return () => {
    if (performance.now() - doneAt < purgeEveryMs) return
    doneAt = performance.now()
    work()
  }
}

/** Reads again after a short pause while the first attempt is running. */
async function reserve(store: IdempotencyStore, reservation: Reservation): Promise<Reserved> {
  for (const pauseMs of lookAgainMs) {
    const reserved = await store.reserve(reservation)
    if (reserved.kind !== 'running') return reserved
    await sleep(pauseMs)
  }
  return store.reserve(reservation)
}

/** What a record is stored under. A business key does not imply the same body, so each body has its own scope. */
export function namesOf({ accountId, call, key, isExplicit, body }: RepeatableCommand) {
  const bodyHash = hash(JSON.stringify(body) ?? '')
  const parts = [accountId, call, isExplicit ? 'key' : `business ${bodyHash.toString('base64')}`, key]
  return { scope: hash(JSON.stringify(parts)), bodyHash }
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

function stillRunning(): Rejection {
  return new Rejection('conflict', 'The first request with this key is still running', { retryAfterSeconds: 1 })
}

function keyReused(): Rejection {
  return new Rejection('key-reused', 'This Idempotency-Key was used for another request: send a new one')
}
