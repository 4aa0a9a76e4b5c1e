import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { GenericContainer, Wait } from 'testcontainers'
import { hasDocker } from '../engines/programs.ts'

/** An EventStoreDB to measure and to test with. */
export type EventStoreServer = { url: string; isDouble: boolean; close(): Promise<void> }

/** How long a double waits before it answers a call; a real server takes its own time. */
type DoubleOptions = { delayMs?: number }

/**
 * What `TEST_EVENTSTORE_URL` may say instead of URLs: each suite that runs a whole shop starts a server of its own, in a
 * container or as the double.
 */
const ownServers: Readonly<Record<string, () => Promise<EventStoreServer>>> = {
  docker: () => startContainer(),
  double: () => startDouble(0),
}

/** The servers that `TEST_EVENTSTORE_URL` names, one or several with spaces between them. */
export function namedEventStores(): string[] {
  return namedWords().filter((word) => !Object.hasOwn(ownServers, word))
}

function namedWords(): string[] {
  return (process.env['TEST_EVENTSTORE_URL'] ?? '').split(/\s+/).filter((word) => word !== '')
}

/** Whether there is a real one: by its URL, or in Docker. */
export function hasEventStoreDb(): boolean {
  return namedEventStores().length > 0 || hasDocker()
}

/** The first server that `TEST_EVENTSTORE_URL` names, an empty one in Docker, or else the double, in a process of its own. */
export async function openEventStoreServer({ delayMs = 0 }: DoubleOptions = {}): Promise<EventStoreServer> {
  const [given] = namedEventStores()
  if (given !== undefined) return { url: given, isDouble: false, close: () => Promise.resolve() }
  const startOwn = ownServers[namedWords()[0] ?? '']
  if (startOwn !== undefined) return startOwn()
  return hasDocker() ? startContainer() : startDouble(delayMs)
}

/** As in docker-compose.yml; `ESDB_IMAGE` chooses another one there and here. */
export const defaultImage = 'eventstore/eventstore:24.6.0-jammy'

async function startContainer(): Promise<EventStoreServer> {
  const insecure = { EVENTSTORE_INSECURE: 'true', EVENTSTORE_MEM_DB: 'true' }
  const container = await new GenericContainer(process.env['ESDB_IMAGE'] || defaultImage)
    .withEnvironment({ ...insecure, KURRENTDB_INSECURE: 'true', KURRENTDB_MEM_DB: 'true' })
    // Its statistics would lie between events that are copied to it.
    .withEnvironment({ EVENTSTORE_STATS_PERIOD_SEC: '86400', KURRENTDB_STATS_PERIOD_SEC: '86400' })
    .withExposedPorts(2113)
    .withWaitStrategy(Wait.forHttp('/health/live', 2113).forStatusCode(204))
    .start()
  const url = `esdb://${container.getHost()}:${container.getMappedPort(2113)}?tls=false`
  return { url, isDouble: false, close: async () => void (await container.stop()) }
}

async function startDouble(delayMs: number): Promise<EventStoreServer> {
  const child = fork(fileURLToPath(new URL('../event-store-double/process.ts', import.meta.url)), [String(delayMs)])
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
