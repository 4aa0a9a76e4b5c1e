import type { Db } from '../../database/database.ts'
import type { Position } from '../../event-store/event-store.ts'
import type { Projection, TableProjection } from '../projection.ts'
import { besideLive } from '../rebuild/beside-live.ts'
import { allKeys, compareTables, type Differences } from './compare.ts'
import type { Checkpoint } from '../checkpoints/checkpoints.ts'
import { compareDocuments } from './compare-documents.ts'
import { retryWhileUnavailable, type Failure } from '../follow/failures.ts'
import { eventsAfter, type NotCompared } from './not-compared.ts'
import { ownLiveCheckpoint, withScratch, type ScratchOptions, type ScratchPlan } from '../rebuild/scratch.ts'
import type { BuildContext } from '../rebuild/shadow.ts'
import { isTable, schemasOf } from '../follow/subscription.ts'

/**
 * Whether what is live is what the log says, up to `position`; where it is not, the keys of the rows. Events after
 * `position` are not compared: what is live has not taken them.
 */
export type Verification = Differences & {
  /** No differences, and the live read model has not failed. */
  ok: boolean
  position: Position
  /** Where the log ended when they were compared. */
  head: Position
  notCompared?: NotCompared
  /** Why the live read model takes no more events, and the event, where one is to blame. */
  failure?: Failure
}

/**
 * Folds the log into a table that is dropped afterwards, up to where the live read model is, and compares the two. The
 * live one is fed and read all the while, and is not touched.
 * @throws Rejection `conflict` while it is being verified already, by any process
 * @throws EventFailure with the event that cannot be taken
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
      const { position, differences } = await compareDocuments(projection, plan, live.position)
      return verificationOf(
        plan,
        { ...(await ownLiveCheckpoint(context.db, plan.subscription)), position },
        differences,
      )
    },
  })
}

async function verifyTable(projection: TableProjection, plan: ScratchPlan): Promise<Verification> {
  const { table } = projection.sink
  const { live: actual, verify: expected } = schemasOf(projection.name)
  const liveIn = (db: Db) => ownLiveCheckpoint(db, plan.subscription)
  await liveIn(plan.context.db)
  const { at, differences } = await besideLive(projection, plan, {
    liveIn,
    compare: async (snapshot, live) => ({
      at: live,
      differences: await compareTables(snapshot, { table, actual, expected }),
    }),
  })
  return verificationOf(plan, at, differences)
}

async function verificationOf(
  { context, subscription, events, signal }: ScratchPlan,
  { position, status, error }: Pick<Checkpoint, 'position' | 'status' | 'error'>,
  differences: Differences,
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
    missing: differences.missing.toSorted(),
    extra: differences.extra.toSorted(),
    different: differences.different.toSorted(),
    ...(notCompared && { notCompared }),
    ...(failure && { failure }),
  }
}
