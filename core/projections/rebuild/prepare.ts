import { sql } from 'kysely'
import type { Actor } from '../../domain/actor.ts'
import type { Db } from '../../database/database.ts'
import { EngineUnavailable, Rejection } from '../../domain/errors.ts'
import type { EventStore } from '../../event-store/event-store.ts'
import { schemaOf, type Projection } from '../projection.ts'
import type { Reactor } from '../reactor.ts'
import type { SearchIndex } from '../../search-index/search-index.ts'
import { noteRequester } from './requested-by.ts'
import { areAttemptsSpent, forgetAttempts } from './attempts.ts'
import { tableExists } from './build.ts'
import { askedChannel, putCheckpoint, readCheckpoint, type Checkpoint } from '../checkpoints/checkpoints.ts'
import { storedTable } from '../sinks/read-table.ts'
import { isOf, isTable, subscriptionOf, subscriptionOfReactor, type Subscription } from '../follow/subscription.ts'

/**
 * Makes the live read model where there is none. Several processes may do this at once. Of a search index that does not
 * answer nothing is known: it is taken for whole, until `repairSearchIndex` finds that it is not.
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

/** Whether it is there and holds nothing. */
async function prepareAndLook(searchIndex: SearchIndex): Promise<boolean> {
  try {
    await searchIndex.prepare()
    return (await searchIndex.live().count()) === 0
  } catch (error) {
    if (error instanceof EngineUnavailable) return false
    throw error
  }
}

/** An index that was lost while the shop ran, or while it did not answer at the start, is filled from the beginning. */
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
 * Asks for a rebuild where the live read model was made by another version. A build of this version that is under way, or
 * was broken off, is gone on with; one that failed, or was stopped, starts again, unless it has failed too often.
 */
export async function ensureVersion(db: Db, subscription: Subscription): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await oneAtATime(trx, subscription.name)
    if (isOf(subscription, await readCheckpoint(trx, subscription.name, 'live'))) return
    const next = await readCheckpoint(trx, subscription.name, 'next')
    const isUnderWay = next !== undefined && ['asked', 'building', 'indexed'].includes(next.status)
    if (isOf(subscription, next) && (isUnderWay || (await areAttemptsSpent(trx, subscription.name)))) return
    if (!isOf(subscription, next)) await forgetAttempts(trx, subscription.name)
    await requestReplay(trx, subscription)
  })
}

/** Leaves it to whichever process follows the events to rebuild it. */
export async function requestReplay(db: Db, subscription: Subscription, by?: Actor): Promise<void> {
  await putCheckpoint(db, { ...subscription, slot: 'next', position: 0, status: 'asked' })
  await noteRequester(db, subscription.name, by)
  await sql`select pg_notify(${askedChannel}, ${subscription.name})`.execute(db)
}

/**
 * Leaves it to whichever process follows the events to go on with a rebuild that was stopped, or has failed.
 * @throws Rejection `conflict` where there is none that this version of the code could go on with
 */
export async function askToResume(db: Db, subscription: Subscription, by?: Actor): Promise<void> {
  const { rows } = await sql`
    update projection_checkpoints set status = 'building', error = null, updated_at = now()
    where name = ${subscription.name} and slot = 'next' and status in ('stopped', 'failed') and position > 0
      and version = ${subscription.version} and shape = ${subscription.shape}
    returning name`.execute(db)
  await forgetAttempts(db, subscription.name)
  if (rows.length === 0)
    throw new Rejection(
      'conflict',
      `No replay of ${subscription.name} was stopped that could be gone on with: replay it`,
    )
  await noteRequester(db, subscription.name, by)
  await sql`select pg_notify(${askedChannel}, ${subscription.name})`.execute(db)
}

/** Gives a reactor that the shop has not seen before the place from which it declares to start. */
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
