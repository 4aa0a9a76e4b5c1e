import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../database/database.ts'
import { openAbsenceLog } from '../../telemetry/absence-log.ts'
import { EngineUnavailable, Rejection } from '../../domain/errors.ts'
import type { NewId } from '../../domain/ids.ts'
import type { Log } from '../../telemetry/log.ts'
import type { Answer } from '../responses/answer.ts'
import { LRUCache } from 'lru-cache'
import { idempotencyStore, type IdempotencyStore, type Reservation, type Reserved, type Turn } from './store.ts'
import { responseCache } from './response-cache.ts'

export { idempotencyMigrations } from './store.ts'

export type IdempotencyOptions = {
  pool: Database['pool']
  /** 32 bytes: seals the answers that are kept. */
  sealingKey: Uint8Array
  newId: NewId
  log: Log
  /**
   * Whether the event log lives in this very database. Then a reservation need not wait for the disk: its record comes
   * before the order's in the write-ahead log, and the order's commit flushes both. With the log elsewhere, a reservation
   * that a crash swallows would let a repetition order twice, so it waits.
   */
  sharesLogWithEvents: boolean
}

/** What makes two requests the same. */
export type RepeatableCommand = {
  accountId: string
  /** Method, path template and path parameters. */
  call: string
  key: string
  /** True for `Idempotency-Key`: then another body under the same key is refused. A business key just means a new command. */
  isExplicit: boolean
  body: unknown
}

/** `commandId` is the same in every try; `isRetry`: an earlier one may have succeeded without its answer being kept. */
export type Try = { commandId: string; isRetry: boolean }

export type Idempotency = {
  /**
   * Runs a command once, however often it is sent, and answers a repetition with the first
   * answer. A refusal is not kept: nothing happened, so the key is as good as new.
   * @throws Rejection `conflict` while the first is still running, `key-reused` for another body under the same key
   */
  once(command: RepeatableCommand, run: (attempt: Try) => Promise<Answer>): Promise<Answer>
  /** Resolves when every answer that was given has been kept; part of stopping. */
  settle(): Promise<void>
}

const purgeEveryMs = 600_000
/** Another process may have answered, and be just about to write it down: how long to look again before saying 409. */
const secondLooksMs = [20, 40]

/**
 * Keeps the answers of commands for 72 hours, sealed, under names that tell nothing about whom they belong to.
 *
 * The client does not wait until its answer is kept: a crash in these few milliseconds costs no more than one that came
 * before the answer, and a repetition then runs again under the same command id. Until it is kept it is in memory.
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
  const kept = responseCache({ store, sealingKey, quietly })
  const ends = tryEnds(quietly)
  const purgeNowAndThen = everySoOften(() => void store.purge().catch(quietly))

  async function attempt(turn: Turn, bodyHash: Buffer, run: (attempt: Try) => Promise<Answer>): Promise<Answer> {
    const isRetry = turn.attempt > 1
    const answer = await run({ commandId: turn.commandId, isRetry }).catch(async (error: unknown) => {
      const isHarmless = error instanceof Rejection && !isRetry
      await ends.write(turn.scope, () => (isHarmless ? store.forget(turn) : store.release(turn)))
      throw error
    })
    kept.keep(turn, bodyHash, answer)
    return answer
  }

  return {
    async once(command, run) {
      purgeNowAndThen()
      const { scope, bodyHash } = namesOf(command)
      const known = kept.find(scope)
      if (known?.bodyHash.equals(bodyHash)) return known.answer
      if (known !== undefined) throw keyReused()
      await ends.writeWhatIsLeft(scope)
      const reserved = await reserve(store, { scope, bodyHash, commandId: newId() })
      if (reserved.kind === 'turn') return attempt(reserved.turn, bodyHash, run)
      if (reserved.kind === 'running') throw stillRunning()
      if (reserved.kind === 'other-body') throw keyReused()
      // Sealed with a key that is gone: the command's own id brings its answer about again.
      return kept.open(reserved) ?? run({ commandId: reserved.turn.commandId, isRetry: true })
    },
    settle: () => kept.settle(),
  }
}

function quietlyIn(log: Log): (error: unknown) => void {
  const absence = openAbsenceLog(log)
  return (error) => {
    if (error instanceof EngineUnavailable) absence.failed(error)
    else log.warn({ err: error }, 'an idempotency record could not be written')
  }
}

/** Where a try has ended with the database away, its end is written before the next one: it does not run any more. */
function tryEnds(quietly: (error: unknown) => void) {
  const unwritten = new LRUCache<string, () => Promise<void>>({ max: 1_000 })
  return {
    async write(scope: Buffer, end: () => Promise<void>): Promise<void> {
      await end().catch((error: unknown) => {
        quietly(error)
        unwritten.set(scope.toString('base64'), end)
      })
    },
    /** Each end is one caller's to write; whoever comes meanwhile finds a try that runs, as before. */
    async writeWhatIsLeft(scope: Buffer): Promise<void> {
      const key = scope.toString('base64')
      const end = unwritten.get(key)
      if (end === undefined) return
      unwritten.delete(key)
      await end().catch((error: unknown) => {
        unwritten.set(key, end)
        throw error
      })
    },
  }
}

function everySoOften(work: () => void): () => void {
  let doneAt = performance.now()
  return () => {
    if (performance.now() - doneAt < purgeEveryMs) return
    doneAt = performance.now()
    work()
  }
}

/** What the database says; where the first is still running, what it says a moment later. */
async function reserve(store: IdempotencyStore, reservation: Reservation): Promise<Reserved> {
  for (const pauseMs of secondLooksMs) {
    const reserved = await store.reserve(reservation)
    if (reserved.kind !== 'running') return reserved
    await sleep(pauseMs)
  }
  return store.reserve(reservation)
}

/** A business key is no promise about the body: another body has another scope. */
function namesOf({ accountId, call, key, isExplicit, body }: RepeatableCommand) {
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
