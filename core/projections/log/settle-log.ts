import { EngineUnavailable, OperatorError } from '../../domain/errors.ts'
import type { ShopIdentity } from '../../event-store/identity/shop-identity.ts'
import { moveCheckpointsToStore, type MoveDeps } from './store-move.ts'

/**
 * At start, before anything else is written: makes sure that the log is this shop's, moves the checkpoints where the events
 * have moved, and gives log and database the identity that they lack. An event store that does not answer yet is asked again
 * before the first event is read or written.
 * @throws OperatorError where log and database belong to different shops, and as `moveCheckpointsToStore`
 */
export async function settleLog(deps: MoveDeps & { identity: ShopIdentity }): Promise<void> {
  const { identity } = deps
  await whereItAnswers(() => identity.assertOwn())
  await moveCheckpointsToStore(deps)
  await whereItAnswers(() => identity.claim()).catch(async (error: unknown) => {
    if (!(error instanceof OperatorError)) throw error
    // Another shop may have been quicker. The shop's own log without its identity is reported by the gate of the appends.
    identity.suspect()
    await whereItAnswers(() => identity.assertOwn())
  })
}

async function whereItAnswers(ask: () => Promise<unknown>): Promise<void> {
  try {
    await ask()
  } catch (error) {
    if (!(error instanceof EngineUnavailable)) throw error
  }
}
