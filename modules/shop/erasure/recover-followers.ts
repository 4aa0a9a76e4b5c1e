import { Rejection } from '#core/domain/errors.ts'
import { UndecodableEvent, type EventStore, type Place } from '#core/event-store/event-store.ts'
import type { Infrastructure } from '../engines/infrastructure.ts'
import { readCheckpoints } from '#core/projections/checkpoints/checkpoints.ts'
import type { ProjectionOperations } from '#core/projections/admin/operations.ts'

type Operations = Pick<ProjectionOperations, 'status' | 'retry' | 'retryBuild' | 'ask'>

/**
 * Lets everything that has failed at an event try again, and asks for a replay of these: what they show of persons has
 * changed.
 */
export async function recoverFollowers(operations: Operations, toReplay: readonly string[]): Promise<void> {
  const { projections, reactors } = await operations.status()
  for (const { name, status, error } of [...projections, ...reactors])
    if (status === 'failed' && error?.isOfTheLog !== true) await operations.retry(name)
  for (const name of toReplay) await operations.ask(name).catch(unlessUnderWay)
}

/** A replay that is under way reads the keys page by page: what it has passed already is corrected by the next one. */
function unlessUnderWay(error: unknown): void {
  if (!(error instanceof Rejection)) throw error
}

type RecoveryDeps = { infrastructure: Pick<Infrastructure, 'database' | 'store'>; operations: Operations }

/** What a running shop does once lost keys are there again: as accepted ones, or as ones that something has failed without. */
export function recovery({ infrastructure, operations }: RecoveryDeps, toReplay: readonly string[]) {
  return {
    recover: () => recoverFollowers(operations, toReplay),
    retry: () => retryWithReturnedKeys(infrastructure, operations),
  }
}

/**
 * Lets the read models, their rebuilds and the reactors try again that have failed for want of a person's key, once the event
 * that they failed at can be read: the key has been restored. Resolves to their names. @throws EngineUnavailable
 */
async function retryWithReturnedKeys(
  { database, store }: RecoveryDeps['infrastructure'],
  operations: Pick<ProjectionOperations, 'retry' | 'retryBuild'>,
): Promise<string[]> {
  const tryAgain = { live: operations.retry, next: operations.retryBuild }
  const retried = new Set<string>()
  const failed = (await readCheckpoints(database.db)).filter(({ status }) => status === 'failed')
  for (const { name, slot, error } of failed) {
    if (error?.isOfAKey !== true || (slot !== 'live' && slot !== 'next')) continue
    if ((await isReadable(store, error.event)) && (await tryAgain[slot](name))) retried.add(name)
  }
  return [...retried]
}

async function isReadable(store: Pick<EventStore, 'readPlaces'>, place: Place | undefined): Promise<boolean> {
  try {
    await store.readPlaces(place === undefined ? [] : [place])
    return true
  } catch (error) {
    if (error instanceof UndecodableEvent) return false
    throw error
  }
}
