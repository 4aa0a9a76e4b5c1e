import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { Rejection } from '../errors.ts'
import type { NewId } from '../ids.ts'
import type { Log } from '../log.ts'
import type { Answer } from './answer.ts'
import { idempotencyStore, type Turn } from './idempotency-store.ts'

export { idempotencyMigrations } from './idempotency-store.ts'

export type IdempotencyOptions = {
  db: Kysely<unknown>
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
   * Runs a command once, however often it is sent (contract §2 Idempotency), and answers a repetition with the first
   * answer. A refusal is not kept: nothing happened, so the key is as good as new.
   * @throws Rejection `conflict` while the first is still running, `key-reused` for another body under the same key
   */
  once(command: RepeatableCommand, run: (attempt: Try) => Promise<Answer>): Promise<Answer>
}

const purgeEveryMs = 600_000

/** Keeps the answers of commands for 72 hours, sealed, under names that tell nothing about whom they belong to. */
export function createIdempotency(options: IdempotencyOptions): Idempotency {
  const { newId, log } = options
  const store = idempotencyStore(options.db, { isDurable: !options.sharesLogWithEvents })
  const seal = sealWith(options.sealingKey)
  let purgedAt = performance.now()

  async function attempt(turn: Turn, run: (attempt: Try) => Promise<Answer>): Promise<Answer> {
    const isRetry = turn.attempt > 1
    const answer = await run({ commandId: turn.commandId, isRetry }).catch(async (error: unknown) => {
      const isHarmless = error instanceof Rejection && !isRetry
      await (isHarmless ? store.forget(turn) : store.release(turn)).catch(quietly)
      throw error
    })
    // The command has happened: that its answer cannot be kept must not make it fail.
    await store.complete(turn, seal.close(answer, turn.scope)).catch(quietly)
    return answer
  }

  function quietly(error: unknown): void {
    log.warn({ err: error }, 'an idempotency record could not be written')
  }

  function purgeNowAndThen(): void {
    if (performance.now() - purgedAt < purgeEveryMs) return
    purgedAt = performance.now()
    store.purge().catch(quietly)
  }

  return {
    async once(command, run) {
      purgeNowAndThen()
      const reserved = await store.reserve({ ...namesOf(command), commandId: newId() })
      if (reserved.kind === 'turn') return attempt(reserved.turn, run)
      if (reserved.kind === 'running') throw stillRunning()
      if (reserved.kind === 'other-body') throw keyReused()
      const { turn } = reserved
      // Sealed with a key that is gone: the command's own id brings its answer about again.
      return seal.open(reserved.answer, turn.scope) ?? run({ commandId: turn.commandId, isRetry: true })
    },
  }
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

const KeptAnswer = Compile(
  Type.Object({
    status: Type.Integer(),
    headers: Type.Record(Type.String(), Type.String()),
    body: Type.Union([Type.String(), Type.Null()]),
  }),
)

const ivBytes = 12
const tagBytes = 16

/** AES-256-GCM over the whole answer, bound to its row. */
function sealWith(key: Uint8Array) {
  return {
    close({ status, headers, body }: Answer, scope: Buffer): Buffer {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(scope)
      const text = JSON.stringify({ status, headers, body: body?.toString('utf8') ?? null })
      return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
    },

    /** `undefined` where it was not closed with this key for this row. */
    open(sealed: Buffer, scope: Buffer): Answer | undefined {
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, ivBytes), { authTagLength: tagBytes })
        decipher.setAAD(scope).setAuthTag(sealed.subarray(-tagBytes))
        const text = Buffer.concat([decipher.update(sealed.subarray(ivBytes, -tagBytes)), decipher.final()])
        const kept = KeptAnswer.Parse(JSON.parse(text.toString('utf8')))
        return { ...kept, body: kept.body === null ? undefined : Buffer.from(kept.body) }
      } catch {
        return undefined
      }
    },
  }
}
