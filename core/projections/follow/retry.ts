import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import { Rejection } from '../../domain/errors.ts'
import { resetAttempts } from '../rebuild/attempts.ts'
import { requestedChannel, readCheckpoint } from '../checkpoints/checkpoints.ts'
import { remedyOfDivergedLog } from '../continuity/log-diverged.ts'
import { requestReplay } from '../rebuild/prepare.ts'
import type { Subscription } from './subscription.ts'

/**
 * Retries a failed live read model or reactor, otherwise a failed replay. Resolves to false where neither has failed.
 * @throws Rejection `conflict` where it followed another event log
 */
export async function retry(db: Db, name: string, subscriptionFor: () => Subscription): Promise<boolean> {
  const live = await readCheckpoint(db, name, 'live')
  if (live?.status === 'failed' && live.error?.isOfTheLog === true)
    throw new Rejection(
      'conflict',
      `The event log and the database do not match: ${name} cannot retry. ${remedyOfDivergedLog}`,
    )
  if (await retryLive(db, name)) return true
  return live?.kind === 'reactor' ? false : retryBuild(db, subscriptionFor())
}

/** Requests a failed replay again; resolves to false where none has failed. */
export async function retryBuild(db: Db, subscription: Subscription): Promise<boolean> {
  if ((await readCheckpoint(db, subscription.name, 'next'))?.status !== 'failed') return false
  await resetAttempts(db, subscription.name)
  await requestReplay(db, subscription)
  return true
}

/** Retries a failed projection or reactor; resolves to false where it has not failed. */
export async function retryLive(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql`
    with retried as (
      update projection_checkpoints set status = 'catching-up', error = null, updated_at = now()
      where name = ${name} and slot = 'live' and status = 'failed' returning name)
    select pg_notify(${requestedChannel}, name) from retried`.execute(db)
  return rows.length > 0
}
