import { UndecodableEvent, type EventStore } from '../event-store.ts'
import { skippedIn, skipStream } from './skip-record.ts'

/** The maximum age of the cached record; another process may have written to it since. */
const freshMs = 2_000

export type SkippedEvents = {
  /** At most two seconds old under steady use. @throws EngineUnavailable where the record was never read */
  ids(): Promise<ReadonlySet<string>>
  /** Whether an event is skipped, read now. @throws EngineUnavailable */
  has(id: string): Promise<boolean>
}

/** The record of skipped events, cached briefly. */
export function skippedEvents(store: Pick<EventStore, 'readStream'>): SkippedEvents {
  let known: ReadonlySet<string> | undefined
  let readAt = -Infinity
  let reading: Promise<ReadonlySet<string>> | undefined

  async function read(): Promise<ReadonlySet<string>> {
    readAt = performance.now()
    try {
      known = new Set(skippedIn(await store.readStream(skipStream)).keys())
    } catch (error) {
      // A damaged record must not block every reader of the log.
      if (!(error instanceof UndecodableEvent)) throw error
      known ??= new Set()
    }
    return known
  }

  function refreshed(): Promise<ReadonlySet<string>> {
    reading ??= read().finally(() => (reading = undefined))
    return reading
  }

  return {
    async ids() {
      if (known === undefined) return refreshed()
      if (performance.now() - readAt > freshMs) refreshed().catch(() => undefined)
      return known
    },
    async has(id) {
      return (await read()).has(id)
    },
  }
}
