import { sql } from 'kysely'
import type { Actor } from '../../domain/actor.ts'
import type { Db } from '../../database/database.ts'
import { EngineUnavailable, Rejection } from '../../domain/errors.ts'
import type { EventStore } from '../../event-store/event-store.ts'
import { schemaOf, type Projection } from '../projection.ts'
import type { Reactor } from '../reactor.ts'
import type { SearchIndex } from '../../search-index/search-index.ts'
import { recordRequester } from './requested-by.ts'
import { clearStopRequest } from './stop-requests.ts'
import { areAttemptsSpent, resetAttempts } from './attempts.ts'
import { tableExists } from './build.ts'
import { requestedChannel, putCheckpoint, readCheckpoint, type Checkpoint } from '../checkpoints/checkpoints.ts'
import { storedTable } from '../sinks/read-table.ts'
import {
  isNewer,
  isOf,
  isTable,
  subscriptionOf,
  subscriptionOfReactor,
  type Subscription,
} from '../follow/subscription.ts'

/**
 * Creates the live read model where there is none. Several processes may do this at once. An unavailable search index
 * is assumed to be intact until `repairSearchIndex` finds that it is not.
 */
export async function ensureLive(db: Db, projection: Projection, searchIndex: SearchIndex): Promise<void> {
  const subscription = subscriptionOf(projection, searchIndex)
  const isKnownEmpty = isTable(projection) ? false : await prepareAndLook(searchIndex)
  const isLost = isTable(projection)
    ? async (trx: Db) => !(await tableExists(trx, schemaOf(subscription.name), projection.sink.table.name))
    : async (_trx: Db, live: Checkpoint) => live.changed_position > 0 && isKnownEmpty
  await db.transaction().execute(async (trx) => {
    await oneAtATime(trx, subscription.name)
    const live = await readCheckpoint(trx, subscription.name, 'live')
    if (live === undefined || (await isLost(trx, live))) await createLive(trx, projection, subscription)
  })
}

/** Whether the index exists and is empty. */
async function prepareAndLook(searchIndex: SearchIndex): Promise<boolean> {
  try {
    await searchIndex.prepare()
    return (await searchIndex.live().count()) === 0
  } catch (error) {
    if (error instanceof EngineUnavailable) return false
    throw error
  }
}

/** Fills an index again from the start of the log, if it was lost while the shop ran or while it was unavailable. */
export async function repairSearchIndex(
  db: Db,
  projections: readonly Projection[],
  searchIndex: SearchIndex,
): Promise<void> {
  if ((await searchIndex.prepare()) === 'kept') return
  for (const projection of projections) if (!isTable(projection)) await ensureLive(db, projection, searchIndex)
}

async function createLive(trx: Db, projection: Projection, subscription: Subscription): Promise<void> {
  if (isTable(projection)) {
    const table = storedTable(schemaOf(subscription.name), projection.sink.table)
    await table.create(trx)
    await table.createIndexes(trx)
  }
  await putCheckpoint(trx, { ...subscription, slot: 'live', position: 0, status: 'catching-up' })
}

/**
 * Requests a replay where an older version built the live read model. A build of this version that is in progress or
 * was interrupted is continued; one that failed or was stopped starts again, unless it has failed too often. The build
 * of a newer release is left as it is, because the two would replace each other's builds for ever; only an operator's
 * replay builds an older version. Resolves to whether it is of this version or will be.
 */
export async function ensureVersion(db: Db, subscription: Subscription): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await oneAtATime(trx, subscription.name)
    const live = await readCheckpoint(trx, subscription.name, 'live')
    if (isNewer(live, subscription)) return false
    if (isOf(subscription, live)) return true
    const next = await readCheckpoint(trx, subscription.name, 'next')
    const isUnderWay = next !== undefined && ['asked', 'building', 'indexed'].includes(next.status)
    if (isOf(subscription, next) && (isUnderWay || (await areAttemptsSpent(trx, subscription.name)))) return true
    if (!isOf(subscription, next)) await resetAttempts(trx, subscription.name)
    await requestReplay(trx, subscription)
    return true
  })
}

/** Requests a replay from any process that runs the projections. */
export async function requestReplay(db: Db, subscription: Subscription, by?: Actor): Promise<void> {
  await putCheckpoint(db, { ...subscription, slot: 'next', position: 0, status: 'asked' })
  await clearStopRequest(db, { name: subscription.name, slot: 'next' })
  await recordRequester(db, subscription.name, by)
  await sql`select pg_notify(${requestedChannel}, ${subscription.name})`.execute(db)
}

/**
 * Requests that any process that runs the projections resumes a replay that was stopped or has failed.
 * @throws Rejection `conflict` where there is none that this version of the code could resume
 */
export async function requestResume(db: Db, subscription: Subscription, by?: Actor): Promise<void> {
  const { rows } = await sql`
    update projection_checkpoints set status = 'building', error = null, stop_asked_by = null, updated_at = now()
    where name = ${subscription.name} and slot = 'next' and status in ('stopped', 'failed') and position > 0
      and version = ${subscription.version} and shape = ${subscription.shape}
    returning name`.execute(db)
  await resetAttempts(db, subscription.name)
  if (rows.length === 0)
    throw new Rejection('conflict', `${subscription.name} has no stopped replay to resume: replay it`)
  await recordRequester(db, subscription.name, by)
  await sql`select pg_notify(${requestedChannel}, ${subscription.name})`.execute(db)
}

/** Creates the checkpoint of a new reactor, at the position where it declares to start. */
export async function prepareReactor(db: Db, reactor: Reactor, store: EventStore): Promise<void> {
  const subscription = subscriptionOfReactor(reactor)
  if ((await readCheckpoint(db, subscription.name, 'live')) !== undefined) return
  const position = reactor.startsAt === 'head' ? await store.head() : 0
  const last = await store.lastUpTo(position)
  await db.transaction().execute(async (trx) => {
    await oneAtATime(trx, subscription.name)
    if ((await readCheckpoint(trx, subscription.name, 'live')) !== undefined) return
    await putCheckpoint(trx, { ...subscription, slot: 'live', position, last, status: 'catching-up' })
  })
}

async function oneAtATime(trx: Db, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`prepare ${name}`}, 0))`.execute(trx)
}
