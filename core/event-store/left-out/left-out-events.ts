import { UndecodableEvent, type EventStore } from '../event-store.ts'
import { leftOutIn, leftOutStream } from './left-out-record.ts'

/** How old what is known may be; another process may have written since. */
const freshMs = 2_000

export type LeftOutEvents = {
  /** As of two seconds ago at most, while somebody asks. @throws EngineUnavailable where nothing is known yet */
  ids(): Promise<ReadonlySet<string>>
  /** Whether this one is left out, as of now. @throws EngineUnavailable */
  has(id: string): Promise<boolean>
}

/** What the record says, kept for a moment. */
export function leftOutEvents(store: Pick<EventStore, 'readStream'>): LeftOutEvents {
  let known: ReadonlySet<string> | undefined
  let readAt = -Infinity
  let reading: Promise<ReadonlySet<string>> | undefined

  async function read(): Promise<ReadonlySet<string>> {
    readAt = performance.now()
    try {
      known = new Set(leftOutIn(await store.readStream(leftOutStream)).keys())
    } catch (error) {
      // A damaged record must not keep everybody from the log.
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
