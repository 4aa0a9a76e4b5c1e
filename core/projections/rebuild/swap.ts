import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import { EngineUnavailable } from '../../domain/errors.ts'
import type { Position } from '../../event-store/event-store.ts'
import type { Build } from './build.ts'
import { lockCheckpoint } from '../checkpoints/checkpoints.ts'
import { notifyChanged } from '../checkpoints/moves.ts'
import { fill, foldUpTo, type Shadow } from './shadow.ts'

/**
 * Makes the shadow live in one short transaction, which blocks the live projector but no readers. The shadow first
 * catches up with the live one, so that readers never see older rows; the live one is kept as the previous build.
 */
export async function swap(shadow: Shadow, build: Build): Promise<{ position: Position; pauseMs: number }> {
  const { context, subscription } = shadow
  try {
    const { lockedAt, position } = await context.db.transaction().execute(async (trx) => {
      const live = await lockCheckpoint(trx, subscription.name, 'live')
      const at = performance.now()
      const next = await lockCheckpoint(trx, subscription.name, 'next')
      await foldUpTo(shadow, trx, live?.position ?? 0)
      await build.swap(trx)
      await swapCheckpoints(trx, subscription.name)
      return { lockedAt: at, position: Math.max(live?.position ?? 0, next?.position ?? 0) }
    })
    return { position, pauseMs: performance.now() - lockedAt }
  } catch (error) {
    // The transaction was rolled back. `fill` identifies the event that caused the failure, if any.
    if (!(error instanceof EngineUnavailable)) await fill(shadow)
    throw error
  }
}

async function swapCheckpoints(trx: Db, name: string): Promise<void> {
  await sql`delete from projection_checkpoints where name = ${name} and slot = 'prev'`.execute(trx)
  await sql`
    update projection_checkpoints set slot = 'prev', status = 'kept', asked_by = null, updated_at = now()
    where name = ${name} and slot = 'live'`.execute(trx)
  // Its rows may differ from those it replaces without an event in between, so `changed_position` invalidates caches.
  await sql`
    with moved as (
      update projection_checkpoints set slot = 'live', status = 'live', changed_position = position, total = null,
        eta_seconds = null, error = null, asked_by = null, stop_asked_by = null, attempts = 0, updated_at = now()
      where name = ${name} and slot = 'next'
      returning name, slot, generation, position, changed_position)
    select ${notifyChanged} from moved`.execute(trx)
}
