import type { Db } from '#core/database/database.ts'
import type { Position } from '#core/event-store/event-store.ts'
import type { Projection, TableProjection } from '#core/projection.ts'
import { besideLive } from './beside-live.ts'
import { allKeys, compareTables, type Differences } from './compare.ts'
import { compareDocuments } from './compare-documents.ts'
import { ownLiveCheckpoint, withScratch, type ScratchOptions, type ScratchPlan } from './scratch.ts'
import type { BuildContext } from './shadow.ts'
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

async function verifyTable(projection: TableProjection, plan: ScratchPlan): Promise<Verification> {
  const { table } = projection.sink
  const { live: actual, verify: expected } = schemasOf(projection.name)
  const liveIn = (db: Db) => ownLiveCheckpoint(db, plan.unit)
  await liveIn(plan.context.db)
  return besideLive(projection, plan, {
    liveIn,
    compare: async (snapshot, { position }) =>
      verificationOf(position, await compareTables(snapshot, { table, actual, expected })),
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
