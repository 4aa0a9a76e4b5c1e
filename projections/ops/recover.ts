import { Rejection } from '#core/errors.ts'
import type { ProjectionOperations } from '../runner/operations.ts'

type Operations = Pick<ProjectionOperations, 'status' | 'retry' | 'ask'>

/** Lets everything that has failed try again, and asks for a replay of these: what they show of persons has changed. */
export async function recoverFollowers(operations: Operations, toReplay: readonly string[]): Promise<void> {
  const { projections, reactors } = await operations.status()
  for (const { name, status } of [...projections, ...reactors]) if (status === 'failed') await operations.retry(name)
  for (const name of toReplay) await operations.ask(name).catch(unlessUnderWay)
}

/** A replay that is under way reads the keys page by page: what it has passed already is corrected by the next one. */
function unlessUnderWay(error: unknown): void {
  if (!(error instanceof Rejection)) throw error
}
