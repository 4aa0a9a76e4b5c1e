import type { Kysely } from 'kysely'
import type { NewId } from '../../domain/ids.ts'
import type { EventStore } from '../event-store.ts'
import { advanceRun, beginRun, nameOfWriter, type WriterMark } from './writer-tables.ts'

/**
 * How long a registered name is used, in ms: after a restore to a moment within it, only events with a later name
 * reveal that.
 */
const usedForMs = 1_000

type Deps = { db: Kysely<unknown>; newId: NewId }

/**
 * Adds the writer's name to the metadata of each event. The name is registered in the database before the log receives
 * it, so an event with an unregistered writer is newer than the database's state: the database was restored from a
 * backup.
 * @throws EngineUnavailable from `append`, with outcome `none`, where the database has never answered
 */
export function storeWithNamedWriter(store: EventStore, deps: Deps): EventStore {
  const name = writerName(deps)
  return {
    ...store,
    async append(stream, expected, events) {
      const writer = await name()
      const named = events.map((event) => ({ ...event, metadata: { ...event.metadata, writer } }))
      return store.append(stream, expected, named)
    },
  }
}

/** The current name, registered at most a second ago; while the database is unavailable, the last name stays in use. */
function writerName({ db, newId }: Deps): () => Promise<string> {
  let last: { mark: WriterMark; since: number } | undefined
  let renewing: Promise<void> | undefined

  async function renew(): Promise<void> {
    const since = performance.now()
    const mark = (last && (await advanceRun(db, last.mark))) ?? (await beginRun(db, newId()))
    last = { mark, since }
  }

  return async () => {
    if (last === undefined || performance.now() - last.since > usedForMs) {
      renewing ??= renew().finally(() => (renewing = undefined))
      const isKnown = last !== undefined
      await renewing.catch((error: unknown) => {
        if (!isKnown) throw error
      })
    }
    if (last === undefined) throw new Error('the writer could not be registered, so it has no name')
    return nameOfWriter(last.mark)
  }
}
