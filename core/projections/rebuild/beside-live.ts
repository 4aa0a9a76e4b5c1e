import type { Db } from '../../database/database.ts'
import type { TableProjection } from '../projection.ts'
import type { Checkpoint } from '../checkpoints/checkpoints.ts'
import { retryWhileUnavailable } from '../follow/failures.ts'
import { anyLiveCheckpoint, beginScratch, type ScratchPlan } from './scratch.ts'
import { fill, foldUpTo } from './shadow.ts'

export type LookAtLive<T> = {
  /** The checkpoint of what is live, read in the transaction that is given. */
  liveIn: (db: Db) => Promise<Checkpoint>
  /** Compares in one snapshot that shows the live rows, at `live`, and the rows that the log says up to there. */
  compare: (snapshot: Db, live: Checkpoint) => Promise<T>
}

/**
 * Folds the log into a table of its own, up to where the live one is, for both to be looked at side by side. A swap renames
 * schemas, and a snapshot that is older finds the new rows by the old name, without what has been written since: where one
 * came in between, all is done again.
 */
export async function besideLive<T>(
  { sink, on }: TableProjection,
  plan: ScratchPlan,
  { liveIn, compare }: LookAtLive<T>,
): Promise<T> {
  const { context, subscription, signal } = plan
  for (;;) {
    const shadow = await beginScratch(plan, { on, table: sink.table })
    const { live, outcome } = await retryWhileUnavailable(signal, async () => {
      await fill(shadow, (await liveIn(context.db)).position)
      return context.bulk
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (snapshot) => {
          const at = await liveIn(snapshot)
          await foldUpTo(shadow, snapshot, at.position)
          return { live: at, outcome: await compare(snapshot, at) }
        })
    })
    const now = await retryWhileUnavailable(signal, () => anyLiveCheckpoint(context.db, subscription))
    if (now.generation === live.generation) return outcome
    signal.throwIfAborted()
  }
}
