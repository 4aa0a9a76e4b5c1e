import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { Position } from '../../event-store/event-store.ts'
import type { Projection, TableProjection } from '../projection.ts'
import { compareWithLive } from '../rebuild/compare-with-live.ts'
import { allKeys, compareTables, type Differences } from './compare.ts'
import type { Checkpoint } from '../checkpoints/checkpoints.ts'
import { compareDocuments } from './compare-documents.ts'
import { retryWhileUnavailable, type Failure } from '../follow/failures.ts'
import { eventsAfter, type NotCompared } from './not-compared.ts'
import { ownLiveCheckpoint, withScratch, type ScratchOptions, type ScratchPlan } from '../rebuild/scratch.ts'
import type { BuildContext } from '../rebuild/shadow.ts'
import { wrongTotals } from '../sinks/stored-totals.ts'
import { storedTable } from '../sinks/read-table.ts'
import { isTable, schemasOf } from '../follow/subscription.ts'

/**
 * Whether the live read model matches the log up to `position`, and the keys of the rows that do not. Events after
 * `position` are not compared: the live read model has not processed them.
 */
export type Verification = Differences & {
  /** No differences, and the live read model has not failed. */
  ok: boolean
  position: Position
  /** The end of the log at the time of the comparison. */
  head: Position
  /** The number of rows or documents that the log gives up to `position`. */
  rows: number
  notCompared?: NotCompared
  /** Why the live read model has stopped, and the event that caused it, if any. */
  failure?: Failure
}

/**
 * Folds the log into a temporary table, up to the position of the live read model, and compares the two. The live one
 * stays in use and is not changed.
 * @throws Rejection `conflict` while any process is verifying it already
 * @throws EventFailure with the event that cannot be processed
 */
export async function verify(
  projection: Projection,
  context: BuildContext,
  options: ScratchOptions = {},
): Promise<Verification> {
  return withScratch(projection, context, {
    ...options,
    async work(plan) {
      if (isTable(projection)) return verifyTable(projection, plan)
      const live = await ownLiveCheckpoint(context.db, plan.subscription)
      const { position, differences, expected } = await compareDocuments(projection, plan, live.position)
      const at = { ...(await ownLiveCheckpoint(context.db, plan.subscription)), position }
      return verificationOf(plan, at, { ...differences, rows: await expected.count() })
    },
  })
}

async function verifyTable(projection: TableProjection, plan: ScratchPlan): Promise<Verification> {
  const { table } = projection.sink
  const { live: actual, verify: expected } = schemasOf(projection.name)
  const liveIn = (db: Db) => ownLiveCheckpoint(db, plan.subscription)
  await liveIn(plan.context.db)
  const { at, differences } = await compareWithLive(projection, plan, {
    liveIn,
    compare: async (snapshot, live) => {
      const differences = await compareTables(snapshot, { table, actual, expected })
      const totals = (await wrongTotals(snapshot, actual, table)).map((value) => `total of "${value}"`)
      const rows = await countRows(snapshot, storedTable(expected, table).reference)
      return { at: live, differences: { ...differences, different: [...differences.different, ...totals], rows } }
    },
  })
  return verificationOf(plan, at, differences)
}

async function countRows(db: Db, table: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: string }>`select count(*) from ${table}`.execute(db)
  return Number(rows[0]?.count)
}

async function verificationOf(
  { context, subscription, events, signal }: ScratchPlan,
  { position, status, error }: Pick<Checkpoint, 'position' | 'status' | 'error'>,
  differences: Differences & { rows: number },
): Promise<Verification> {
  const { head, notCompared } = await retryWhileUnavailable(signal, async () => {
    const end = await context.store.head()
    return {
      head: end,
      notCompared: await eventsAfter(events, { types: subscription.types, after: position, head: end, signal }),
    }
  })
  const failure = status === 'failed' ? (error ?? { message: 'the reason was not recorded' }) : undefined
  return {
    ok: allKeys(differences).length === 0 && failure === undefined,
    position,
    head,
    rows: differences.rows,
    missing: differences.missing.toSorted(),
    extra: differences.extra.toSorted(),
    different: differences.different.toSorted(),
    ...(notCompared && { notCompared }),
    ...(failure && { failure }),
  }
}
