import { systemActor, type Actor } from '#core/actor.ts'
import { silentLog } from '#core/log.ts'
import { allProjections } from '#modules/manifests.ts'
import { createProjectionOperations } from '#projections/runner/operations.ts'
import type { TestShop } from './shop.ts'

/** Begins a replay beside a running shop, as the command line does, and stops it when its first rows are written. */
export async function leaveStoppedReplay({ shop }: TestShop, name: string, by: Actor = systemActor): Promise<void> {
  const { database, store, searchIndex } = shop.infrastructure
  const projections = allProjections
  const operations = createProjectionOperations({ db: database.db, store, searchIndex, projections, log: silentLog })
  const stopping = new AbortController()
  const replay = operations.rebuild(name, {
    by,
    signal: stopping.signal,
    onProgress: () => stopping.abort(),
  })
  await replay.then(
    () => Promise.reject(new Error('the replay was done before it could be stopped')),
    () => undefined,
  )
}
