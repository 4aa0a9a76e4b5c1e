import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Database } from '../../database/database.ts'
import { databaseFailure } from '../../database/failure.ts'
import { Rejection } from '../../domain/errors.ts'

const tableName = 'throttles'

const migration: Migration = {
  async up(db) {
    await sql`create table ${sql.table(tableName)} (
      key varchar(255) primary key,
      points integer not null default 0,
      expire bigint
    )`.execute(db)
  },
}

export const throttleMigrations: Record<string, Migration> = { '2026-11-20-http-throttles': migration }

export type ThrottleOptions = {
  pool: Database['pool']
  /** In kebab-case; the namespace of the throttle's keys. */
  name: string
  /** The points available in a window of `durationSeconds`, which begins with the first point taken. */
  points: number
  durationSeconds: number
  /** The message for the person. */
  message?: string
}

/**
 * Counts in Postgres, so that the limit applies across processes and restarts. A key may be a name or an address:
 * only its hash is stored. If the database is unavailable, every method throws `EngineUnavailable`, so nothing passes
 * unchecked.
 */
export type Throttle = {
  /** Takes points. @throws Rejection `too-many-requests` if not enough are left */
  consume(key: string, points?: number): Promise<void>
  /** Takes no points. @throws Rejection `too-many-requests` if none are left */
  check(key: string): Promise<void>
  /** Takes points without refusing. */
  penalty(key: string, points?: number): Promise<void>
  /** Returns points that were taken without cause. */
  reward(key: string, points?: number): Promise<void>
  /** Resets the key's count, for example after a successful login. */
  reset(key: string): Promise<void>
}

export function createThrottle({ pool, name, points, durationSeconds, message }: ThrottleOptions): Throttle {
  const limiter = new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName,
    tableCreated: true,
    keyPrefix: name,
    points,
    duration: durationSeconds,
  })

  const refusal = (msBeforeNext: number) => {
    const retryAfterSeconds = Math.max(1, Math.ceil(msBeforeNext / 1000))
    return new Rejection('too-many-requests', message ?? waitText(retryAfterSeconds), { retryAfterSeconds })
  }
  const failed = (reason: unknown): never => {
    throw reason instanceof RateLimiterRes ? refusal(reason.msBeforeNext) : databaseFailure(reason)
  }

  return {
    async consume(key, count = 1) {
      await limiter.consume(digestOf(key), count).catch(failed)
    },
    async check(key) {
      const found = await limiter.get(digestOf(key)).catch(failed)
      if (found !== null && found.consumedPoints >= points) throw refusal(found.msBeforeNext)
    },
    async penalty(key, count = 1) {
      await limiter.penalty(digestOf(key), count).catch(failed)
    },
    async reward(key, count = 1) {
      await limiter.reward(digestOf(key), count).catch(failed)
    },
    async reset(key) {
      await limiter.delete(digestOf(key)).catch(failed)
    },
  }
}

function waitText(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return minutes > 1 ? `Too many attempts: wait ${minutes} minutes` : 'Too many attempts: wait a minute'
}

/** The hash under which a key is stored: a name or an address cannot be read from it. */
export function digestOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}
