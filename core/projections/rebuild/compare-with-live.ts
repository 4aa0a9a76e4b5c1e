import type { Db } from '../../database/database.ts'
import { cancellable } from '../../database/session/cancellable.ts'
import type { TableProjection } from '../projection.ts'
import type { Checkpoint } from '../checkpoints/checkpoints.ts'
import { retryWhileUnavailable } from '../follow/failures.ts'
import { anyLiveCheckpoint, beginScratch, type ScratchPlan } from './scratch.ts'
import { fill, foldUpTo } from './shadow.ts'

export type LiveComparison<T> = {
  /** Reads the live checkpoint in the given transaction. */
  liveIn: (db: Db) => Promise<Checkpoint>
  /** Compares in one snapshot with the live rows, at `live`, and the rows folded from the log up to there. */
  compare: (snapshot: Db, live: Checkpoint) => Promise<T>
}

/**
 * Folds the log into a separate table, up to the position of the live one, so that the two can be compared. A swap
 * renames schemas, and an older snapshot then finds the new table by the old name, without the rows written since. So
 * the work is repeated if a swap happened during it.
 */
export async function compareWithLive<T>(
  { sink, on }: TableProjection,
  plan: ScratchPlan,
  { liveIn, compare }: LiveComparison<T>,
): Promise<T> {
  const { context, subscription, signal } = plan
  for (;;) {
    const shadow = await beginScratch(plan, { on, table: sink.table })
    const { live, outcome } = await retryWhileUnavailable(signal, async () => {
      await fill(shadow, (await liveIn(context.db)).position)
      return context.bulk
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute((snapshot) =>
          cancellable({ session: snapshot, others: context.db, signal }, async () => {
            const at = await liveIn(snapshot)
            await foldUpTo(shadow, snapshot, at.position)
            return { live: at, outcome: await compare(snapshot, at) }
          }),
        )
    })
    const now = await retryWhileUnavailable(signal, () => anyLiveCheckpoint(context.db, subscription))
    if (now.generation === live.generation) return outcome
    signal.throwIfAborted()
  }
}
