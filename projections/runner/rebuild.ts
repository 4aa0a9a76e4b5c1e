import { sql } from 'kysely'
import { Rejection } from '#core/errors.ts'
import type { Projection } from '#core/projection.ts'
import { buildOf, type Build } from './build.ts'
import { markCheckpoint, putCheckpoint, readCheckpoint, takeCheckpoint, type Mark } from './checkpoints.ts'
import { failureOf, patiently } from './failures.ts'
import { createPace, type Progress } from './pace.ts'
import { ensureLive } from './prepare.ts'
import { checkpointOf, fill, type BuildContext, type Shadow } from './shadow.ts'
import { swap } from './swap.ts'
import { isOf, unitOf } from './unit.ts'

export type RebuildOptions = {
  /** Goes on with a build that was broken off, where there is one of this version. */
  resume?: boolean
  /** Stops cleanly, so that it can be resumed. */
  signal?: AbortSignal
  /** Where it is stopped it stays under way in the books, and the next process that follows the events goes on. */
  isLeftUnderWay?: boolean
  onProgress?: (progress: Progress) => void
}

export const rebuildKey = (name: string): string => `rebuild ${name}`

/**
 * Builds a read model anew beside the live one and swaps the two when it has caught up. The live one is fed and read all
 * the while, and stays as it is when this fails. What was live before stays as the previous build.
 * @throws Rejection `conflict` while it is being rebuilt already, by any process
 * @throws EventFailure with the event that cannot be taken
 */
export async function rebuild(
  projection: Projection,
  context: BuildContext,
  options: RebuildOptions = {},
): Promise<void> {
  const unit = unitOf(projection, context.searchIndex)
  await ensureLive(context.db, projection, context.searchIndex)
  const lease = await context.leases.tryTake(rebuildKey(unit.name))
  if (lease === undefined) throw new Rejection('conflict', `${unit.name} is being rebuilt already`)
  const build = buildOf(projection, context.searchIndex)
  const signal = AbortSignal.any([lease.lost, ...(options.signal === undefined ? [] : [options.signal])])
  const { write } = build
  const plan = { context, unit, write, pace: createPace(), signal, onProgress: options.onProgress }
  try {
    const shadow: Shadow = { ...plan, mark: await begin(plan, build, options.resume === true) }
    await buildAndSwap(shadow, build, options)
    await tidy(shadow, build)
  } finally {
    await lease.release()
  }
}

/** Makes what was left behind its own, or starts with nothing. */
async function begin({ context, unit, signal }: Omit<Shadow, 'mark'>, build: Build, resume: boolean): Promise<Mark> {
  return patiently(signal, () =>
    context.db.transaction().execute(async (trx) => {
      await sql`set local idle_in_transaction_session_timeout = '60s'`.execute(trx)
      const left = resume ? await readCheckpoint(trx, unit.name, 'next') : undefined
      if (left !== undefined && left.position > 0 && isOf(unit, left) && (await build.isThere(trx))) {
        return takeCheckpoint(trx, left)
      }
      await build.create(trx)
      return putCheckpoint(trx, { ...unit, slot: 'next', position: 0, status: 'building' })
    }),
  )
}

async function buildAndSwap(shadow: Shadow, build: Build, options: RebuildOptions): Promise<void> {
  try {
    await fill(shadow)
    await finish(shadow, build)
    await patiently(shadow.signal, async () => {
      await fill(shadow)
      await swap(shadow, build)
    })
  } catch (error) {
    const isStopped = shadow.signal.aborted
    const isWanted = options.signal?.aborted === true && options.isLeftUnderWay !== true
    if (!isStopped || isWanted) await noteEnd(shadow, isStopped ? undefined : error)
    throw error
  }
}

async function finish(shadow: Shadow, build: Build): Promise<void> {
  await patiently(shadow.signal, () =>
    shadow.context.bulk.transaction().execute(async (trx) => {
      const at = await checkpointOf(trx, shadow)
      if (at.status === 'indexed') return
      await build.finish(trx)
      await markCheckpoint(trx, at, { status: 'indexed' })
    }),
  )
}

/** Says in the database how it ended; best effort, for the error that ended it matters more. */
async function noteEnd(shadow: Shadow, error: unknown): Promise<void> {
  const { context, unit } = shadow
  try {
    const at = await checkpointOf(context.db, shadow)
    const verdict =
      error === undefined ? { status: 'stopped' as const } : { status: 'failed' as const, error: failureOf(error) }
    await markCheckpoint(context.db, at, verdict)
  } catch (unnoted) {
    context.log.warn({ err: unnoted, unit: unit.name }, 'the end of a rebuild could not be noted')
  }
}

async function tidy({ context, unit }: Shadow, build: Build): Promise<void> {
  try {
    await build.tidy(context.db)
  } catch (error) {
    context.log.warn({ err: error, unit: unit.name }, 'what a rebuild has replaced is removed by the next one')
  }
}
