import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import { OperatorError, Rejection } from '../../domain/errors.ts'
import type { Projection, ReadTable } from '../projection.ts'
import { putCheckpoint, readCheckpoint, type Checkpoint } from '../checkpoints/checkpoints.ts'
import { retryWhileUnavailable } from '../follow/failures.ts'
import type { Folds } from '../sinks/fold-events.ts'
import { createBufferedSink } from '../sinks/buffered-sink.ts'
import { createPageSize, type Progress } from '../follow/progress.ts'
import { storedTable } from '../sinks/read-table.ts'
import type { BuildContext, Shadow } from './shadow.ts'
import { clearStopRequest, stoppable } from './stop-requests.ts'
import { tableSink } from '../sinks/sinks.ts'
import { skipping } from '../log/skipping.ts'
import { isOf, schemasOf, subscriptionOf, type Subscription } from '../follow/subscription.ts'

export type ScratchOptions = {
  signal?: AbortSignal
  onProgress?: (progress: Progress) => void
  /** Called with the reason and the remedy, as a sentence, while the work waits for an engine. */
  onWait?: (reason: string) => void
  /** Called when the lease is held and the work begins. */
  onBegin?: () => void
}

/** The input of a temporary build, before its table is created. */
export type ScratchPlan = Omit<Shadow, 'mark' | 'write' | 'bufferedSink'>

export const verifyKey = (name: string): string => `verify ${name}`

/**
 * Runs `work` with a temporary build of a read model, which never becomes live and is dropped afterwards. One at a time
 * for each projection.
 * @throws Rejection `conflict` while another is in progress in any process
 * @throws StoppedByOperator
 */
export async function withScratch<T>(
  projection: Projection,
  context: BuildContext,
  { signal, onProgress, onWait, onBegin, work }: ScratchOptions & { work: (plan: ScratchPlan) => Promise<T> },
): Promise<T> {
  const subscription = subscriptionOf(projection, context.searchIndex)
  const lease = await context.leases.tryTake(verifyKey(subscription.name))
  if (lease === undefined)
    throw new Rejection('conflict', `${subscription.name} is being compared with the log, or copied, already`)
  const which = { name: subscription.name, slot: 'verify' } as const
  onBegin?.()
  try {
    await clearStopRequest(context.db, which)
    const events = skipping(context.store, await context.skipped(subscription.name))
    return await stoppable(context.db, which, (stopped) => {
      const ending = AbortSignal.any([lease.lost, stopped, ...(signal === undefined ? [] : [signal])])
      return work({ context, subscription, events, pageSize: createPageSize(), signal: ending, onProgress, onWait })
    })
  } finally {
    await drop(context, subscription)
    await lease.release()
  }
}

export type ScratchTable<R extends Readonly<Record<string, unknown>>> = {
  on: Folds<R>
  table: ReadTable
  /** A schema in which to keep it; otherwise it is dropped, and need not survive a crash. */
  schema?: string
  /** Called in the transaction that creates the table. */
  onCreate?: (trx: Db) => Promise<void>
}

/** Creates an empty table and its checkpoint. */
export async function beginScratch<R extends Readonly<Record<string, unknown>>>(
  plan: ScratchPlan,
  { on, table, schema, onCreate }: ScratchTable<R>,
): Promise<Shadow> {
  const { context, subscription, signal } = plan
  const stored = storedTable<R>(schema ?? schemasOf(subscription.name).verify, table)
  const mark = await retryWhileUnavailable(signal, () =>
    context.db.transaction().execute(async (trx) => {
      await onCreate?.(trx)
      await stored.create(trx, { unlogged: schema === undefined })
      return putCheckpoint(trx, { ...subscription, slot: 'verify', position: 0, status: 'building' })
    }),
  )
  return { ...plan, mark, write: tableSink(on, stored), bufferedSink: createBufferedSink(on, stored) }
}

/** @throws OperatorError where another version of the code built the live read model */
export async function ownLiveCheckpoint(db: Db, subscription: Subscription): Promise<Checkpoint> {
  const live = await readCheckpoint(db, subscription.name, 'live')
  if (isOf(subscription, live) && live !== undefined) return live
  throw new OperatorError(
    `${subscription.name} is live in version ${live?.version ?? 'none'}, but this code builds version ${subscription.version}`,
    `Replay ${subscription.name} first.`,
  )
}

/** The live checkpoint, whichever version of the code built it. */
export async function anyLiveCheckpoint(db: Db, subscription: Subscription): Promise<Checkpoint> {
  const live = await readCheckpoint(db, subscription.name, 'live')
  if (live !== undefined) return live
  throw new OperatorError(`${subscription.name} does not exist yet`, 'Start the shop once.')
}

async function drop({ db, log }: BuildContext, subscription: Subscription): Promise<void> {
  try {
    await sql`drop schema if exists ${sql.id(schemasOf(subscription.name).verify)} cascade`.execute(db)
    await sql`delete from projection_checkpoints where name = ${subscription.name} and slot = 'verify'`.execute(db)
  } catch (error) {
    log.warn(
      { err: error, subscription: subscription.name },
      'the temporary build of a verification could not be dropped; the next verification drops it',
    )
  }
}
