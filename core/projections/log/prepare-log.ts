import { EngineUnavailable, OperatorError } from '../../domain/errors.ts'
import type { ShopIdentity } from '../../event-store/identity/shop-identity.ts'
import { moveCheckpointsToStore, type MoveDeps } from './store-move.ts'

/**
 * Runs at start-up, before any write: verifies that the log belongs to this shop, moves the checkpoints where the
 * events have moved, and assigns a missing identity to log and database. If the event store is unavailable, the checks
 * are repeated before the first event is read or written.
 * @throws OperatorError where log and database belong to different shops, and as `moveCheckpointsToStore`
 */
export async function prepareLog(deps: MoveDeps & { identity: ShopIdentity }): Promise<void> {
  const { identity } = deps
  await unlessUnavailable(() => identity.assertOwn())
  await moveCheckpointsToStore(deps)
  await unlessUnavailable(() => identity.claim()).catch(async (error: unknown) => {
    if (!(error instanceof OperatorError)) throw error
    // Another shop may have claimed the log first. If it is this shop's log without an identity, appends report that.
    identity.suspect()
    await unlessUnavailable(() => identity.assertOwn())
  })
}

async function unlessUnavailable(ask: () => Promise<unknown>): Promise<void> {
  try {
    await ask()
  } catch (error) {
    if (!(error instanceof EngineUnavailable)) throw error
  }
}
