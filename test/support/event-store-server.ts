import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** An EventStoreDB to measure and to test with. */
export type EventStoreServer = { url: string; isDouble: boolean; close(): Promise<void> }

/** The server that `EVENTSTORE_URL` names, or else the double on the wire, in a process of its own. */
export async function openEventStoreServer(): Promise<EventStoreServer> {
  const given = process.env['EVENTSTORE_URL']
  if (given) return { url: given, isDouble: false, close: () => Promise.resolve() }
  const child = fork(join(import.meta.dirname, 'event-store-double', 'process.ts'))
  const [url] = await once(child, 'message')
  return {
    url: String(url),
    isDouble: true,
    async close() {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}
