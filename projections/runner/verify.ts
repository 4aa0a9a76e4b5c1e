import type { Position } from '#core/event-store/event-store.ts'
import type { Projection, TableProjection } from '#core/projection.ts'
import { allKeys, compareTables, type Differences } from './compare.ts'
import { compareDocuments } from './compare-documents.ts'
import { retryWhileUnavailable } from './failures.ts'
import {
  beginScratch,
  comparingOneBuild,
  ownLiveCheckpoint,
  withScratch,
  type ScratchOptions,
  type ScratchPlan,
} from './scratch.ts'
import { fill, foldUpTo, type BuildContext } from './shadow.ts'
import { isTable, schemasOf } from './unit.ts'

/** Whether what is live is what the log says, up to `position`; where it is not, the keys of the rows. */
export type Verification = Differences & { ok: boolean; position: Position }

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
      const live = await ownLiveCheckpoint(context.db, plan.unit)
      const { position, differences } = await compareDocuments(projection, plan, live.position)
      return verificationOf(position, differences)
    },
  })
}

async function verifyTable({ name, sink, on }: TableProjection, plan: ScratchPlan): Promise<Verification> {
  const schemas = schemasOf(name)
  const { context, unit, signal } = plan
  await ownLiveCheckpoint(context.db, unit)
  return comparingOneBuild(plan, async () => {
    const shadow = await beginScratch(plan, { on, table: sink.table })
    return retryWhileUnavailable(signal, async () => {
      await fill(shadow, (await ownLiveCheckpoint(context.db, unit)).position)
      // One snapshot shows the live rows and the checkpoint that they belong to; what is missing is folded in the same.
      return context.bulk
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (trx) => {
          const live = await ownLiveCheckpoint(trx, unit)
          await foldUpTo(shadow, trx, live.position)
          const sides = { table: sink.table, actual: schemas.live, expected: schemas.verify }
          return { live, outcome: verificationOf(live.position, await compareTables(trx, sides)) }
        })
    })
  })
}

function verificationOf(position: Position, differences: Differences): Verification {
  return {
    ok: allKeys(differences).length === 0,
    position,
    missing: differences.missing.toSorted(),
    extra: differences.extra.toSorted(),
    different: differences.different.toSorted(),
  }
}
