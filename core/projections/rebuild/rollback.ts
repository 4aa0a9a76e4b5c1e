import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import { Rejection } from '../../domain/errors.ts'
import type { Position } from '../../event-store/event-store.ts'
import type { Projection, TableProjection } from '../projection.ts'
import { renameSchema } from './build.ts'
import { lockCheckpoint, nextGeneration, type Checkpoint } from '../checkpoints/checkpoints.ts'
import { notifyChanged } from '../checkpoints/moves.ts'
import { replayKey } from './replay.ts'
import type { BuildContext } from './shadow.ts'
import { isOf, isTable, schemasOf, subscriptionOf, type Subscription } from '../follow/subscription.ts'

/** The position at which the restored build was replaced: it catches up from there. */
export type RolledBack = { position: Position }

/**
 * Restores the build that the last swap replaced, and keeps the current one as the previous build. The restored build
 * catches up from its own position.
 * @throws Rejection `conflict` while it is being replayed, and where there is no previous build that this version can
 *   update
 */
export async function rollBack(projection: Projection, context: BuildContext): Promise<RolledBack> {
  const lease = await context.leases.tryTake(replayKey(projection.name))
  if (lease === undefined) throw new Rejection('conflict', `${projection.name} is being replayed`)
  try {
    const position = isTable(projection)
      ? await rollBackTable(projection, context)
      : await rollBackIndex(subscriptionOf(projection, context.searchIndex), context)
    return { position }
  } finally {
    await lease.release()
  }
}

type Builds = { live: Checkpoint; prev: Checkpoint }

async function lockBuilds(trx: Db, subscription: Subscription): Promise<Builds> {
  const live = await lockCheckpoint(trx, subscription.name, 'live')
  const prev = await lockCheckpoint(trx, subscription.name, 'prev')
  if (live === undefined || prev === undefined)
    throw new Rejection('conflict', `${subscription.name} has no previous build to go back to`)
  if (!isOf(subscription, prev))
    throw new Rejection(
      'conflict',
      `the previous build of ${subscription.name} is of version ${prev.version}, which this code cannot update: start that version`,
    )
  return { live, prev }
}

async function rollBackTable({ name, ...rest }: TableProjection, context: BuildContext): Promise<Position> {
  const subscription = subscriptionOf({ name, ...rest }, context.searchIndex)
  const { live: served, prev: previous, replaced: aside } = schemasOf(name)
  await sql`drop schema if exists ${sql.id(aside)} cascade`.execute(context.db)
  return context.db.transaction().execute(async (trx) => {
    const { live, prev } = await lockBuilds(trx, subscription)
    await renameSchema(trx, served, aside)
    await renameSchema(trx, previous, served)
    await renameSchema(trx, aside, previous)
    await sql`delete from projection_checkpoints where name = ${name} and slot = 'prev'`.execute(trx)
    await sql`
      update projection_checkpoints set slot = 'prev', status = 'kept', error = null, updated_at = now()
      where name = ${name} and slot = 'live'`.execute(trx)
    await putLive(trx, prev, live.generation)
    return prev.position
  })
}

/** Matches no subscription, so the projector stops writing to the index. */
const rollingBack = 'rolling back'

/**
 * The index shares no transaction with the checkpoint, so it receives no events while it is swapped. Both checkpoints
 * are set to the lower position: events that a document has already seen change nothing. After a crash in between, the
 * next start rebuilds the index; until then searches use one of the two builds.
 */
async function rollBackIndex(subscription: Subscription, { db, searchIndex }: BuildContext): Promise<Position> {
  const position = await db.transaction().execute(async (trx) => {
    const { live, prev } = await lockBuilds(trx, subscription)
    const oldest = live.position < prev.position ? live : prev
    const { position: to, last_position, last_id, last_is_known } = oldest
    await sql`
      update projection_checkpoints
      set shape = ${rollingBack}, position = ${to}, last_position = ${last_position}, last_id = ${last_id},
        last_is_known = ${last_is_known}, generation = ${nextGeneration(subscription.name)}
      where name = ${subscription.name} and slot = 'live'`.execute(trx)
    await sql`
      update projection_checkpoints set position = ${to}, last_position = ${last_position}, last_id = ${last_id},
        last_is_known = ${last_is_known}
      where name = ${subscription.name} and slot = 'prev'`.execute(trx)
    return to
  })
  try {
    await searchIndex.swapBack()
  } finally {
    await sql`
      with moved as (
        update projection_checkpoints
        set shape = ${subscription.shape}, version = ${subscription.version}, status = 'catching-up', error = null,
          generation = ${nextGeneration(subscription.name)}, changed_position = position, updated_at = now()
        where name = ${subscription.name} and slot = 'live'
        returning name, slot, generation, position, changed_position)
      select ${notifyChanged} from moved`.execute(db)
  }
  return position
}

async function putLive(trx: Db, prev: Checkpoint, after: number): Promise<void> {
  const generation = Math.max(after, prev.generation) + 1
  await sql`
    with moved as (
      insert into projection_checkpoints
        (name, slot, kind, version, shape, generation, position, last_position, last_id, last_is_known,
          changed_position, status)
      values (${prev.name}, 'live', ${prev.kind}, ${prev.version}, ${prev.shape}, ${generation}, ${prev.position},
        ${prev.last_position}, ${prev.last_id}, ${prev.last_is_known}, ${prev.position}, 'catching-up')
      returning name, slot, generation, position, changed_position)
    select ${notifyChanged} from moved`.execute(trx)
}
