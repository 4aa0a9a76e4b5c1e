import { Rejection } from '#core/domain/errors.ts'
import { UndecodableEvent, type EventStore, type Place } from '#core/event-store/event-store.ts'
import type { Infrastructure } from '../engines/infrastructure.ts'
import { readCheckpoints } from '#core/projections/checkpoints/checkpoints.ts'
import type { ProjectionOperations } from '#core/projections/admin/operations.ts'

type Operations = Pick<ProjectionOperations, 'status' | 'retry' | 'retryBuild' | 'requestReplay'>

/**
 * Retries every projection and reactor that has failed at an event, and requests a replay of the read models
 * `toReplay`, because the personal data that they show has changed.
 */
export async function recoverSubscriptions(operations: Operations, toReplay: readonly string[]): Promise<void> {
  const { projections, reactors } = await operations.status()
  for (const { name, status, error } of [...projections, ...reactors])
    if (status === 'failed' && error?.isOfTheLog !== true) await operations.retry(name)
  for (const name of toReplay) await operations.requestReplay(name).catch(unlessUnderWay)
}

/** A running replay reads the keys page by page: the next replay corrects the pages that it has already written. */
function unlessUnderWay(error: unknown): void {
  if (!(error instanceof Rejection)) throw error
}

type RecoveryDeps = { infrastructure: Pick<Infrastructure, 'database' | 'store'>; operations: Operations }

/** How a running shop recovers when lost keys are restored: replays after an accepted loss, retries after a failure. */
export function recovery({ infrastructure, operations }: RecoveryDeps, toReplay: readonly string[]) {
  return {
    recover: () => recoverSubscriptions(operations, toReplay),
    retry: () => retryWithReturnedKeys(infrastructure, operations),
  }
}

/**
 * Retries the read models, replays and reactors that have failed because a person's key was missing, if the event that
 * they failed at is now readable. Resolves to their names. @throws EngineUnavailable
 */
async function retryWithReturnedKeys(
  { database, store }: RecoveryDeps['infrastructure'],
  operations: Pick<ProjectionOperations, 'retry' | 'retryBuild'>,
): Promise<string[]> {
  const retryIn = { live: operations.retry, next: operations.retryBuild }
  const retried = new Set<string>()
  const failed = (await readCheckpoints(database.db)).filter(({ status }) => status === 'failed')
  for (const { name, slot, error } of failed) {
    if (error?.isOfAKey !== true || (slot !== 'live' && slot !== 'next')) continue
    if ((await isReadable(store, error.event)) && (await retryIn[slot](name))) retried.add(name)
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
