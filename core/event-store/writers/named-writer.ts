import type { Kysely } from 'kysely'
import type { NewId } from '../../domain/ids.ts'
import type { EventStore } from '../event-store.ts'
import { advanceRun, beginRun, nameOfWriter, type WriterMark } from './writer-tables.ts'

/** How long a registered name is used, in ms: a restore to a moment within it is noticed by the events after it. */
const usedForMs = 1_000

type Deps = { db: Kysely<unknown>; newId: NewId }

/**
 * Names the writer in the metadata of each event. The database knows the name before the log does, so an event whose
 * writer the database does not know was written after the state that the database holds: the database was restored.
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

/** The current name, registered at most a second ago; a database that is away for a moment leaves the last one in use. */
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
    if (last === undefined) throw new Error('a writer that could not be registered has no name')
    return nameOfWriter(last.mark)
  }
}
