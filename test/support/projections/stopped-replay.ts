import { systemActor, type Actor } from '#core/domain/actor.ts'
import { silentLog } from '#core/telemetry/log.ts'
import { allProjections } from '#modules/shop/manifests.ts'
import { createProjectionOperations } from '#core/projections/admin/operations.ts'
import type { TestShop } from '../shop/shop.ts'

/** Starts a replay next to a running shop, as the command line does, and stops it once its first rows are written. */
export async function leaveStoppedReplay({ shop }: TestShop, name: string, by: Actor = systemActor): Promise<void> {
  const { database, store, searchIndex } = shop.infrastructure
  const projections = allProjections
  const operations = createProjectionOperations({ db: database.db, store, searchIndex, projections, log: silentLog })
  const stopping = new AbortController()
  const replay = operations.replay(name, {
    by,
    signal: stopping.signal,
    onProgress: () => stopping.abort(),
  })
  await replay.then(
    () => Promise.reject(new Error('the replay finished before it could be stopped')),
    () => undefined,
  )
}
