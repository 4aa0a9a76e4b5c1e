import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { GenericContainer, Wait } from 'testcontainers'
import { hasDocker } from '../engines/programs.ts'

/** An EventStoreDB for benchmarks and tests. */
export type EventStoreServer = { url: string; isDouble: boolean; close(): Promise<void> }

/** The delay of a double's answers; a real server has its own latency. */
type DoubleOptions = { delayMs?: number }

/**
 * Keywords that `TEST_EVENTSTORE_URL` accepts instead of URLs: each suite that runs a whole shop starts its own server,
 * in a container or as the double.
 */
const ownServers: Readonly<Record<string, () => Promise<EventStoreServer>>> = {
  docker: () => startContainer(),
  double: () => startDouble(0),
}

/** The URLs in `TEST_EVENTSTORE_URL`, separated by spaces. */
export function namedEventStores(): string[] {
  return namedWords().filter((word) => !Object.hasOwn(ownServers, word))
}

function namedWords(): string[] {
  return (process.env['TEST_EVENTSTORE_URL'] ?? '').split(/\s+/).filter((word) => word !== '')
}

/** Whether a real one is available: by its URL or in Docker. */
export function hasEventStoreDb(): boolean {
  return namedEventStores().length > 0 || hasDocker()
}

/** The first server in `TEST_EVENTSTORE_URL`, an empty one in Docker, or else the double in a separate process. */
export async function openEventStoreServer({ delayMs = 0 }: DoubleOptions = {}): Promise<EventStoreServer> {
  const [given] = namedEventStores()
  if (given !== undefined) return { url: given, isDouble: false, close: () => Promise.resolve() }
  const startOwn = ownServers[namedWords()[0] ?? '']
  if (startOwn !== undefined) return startOwn()
  return hasDocker() ? startContainer() : startDouble(delayMs)
}

/** The image in docker-compose.yml; `ESDB_IMAGE` overrides it there and here. */
export const defaultImage = 'eventstore/eventstore:24.6.0-jammy'

async function startContainer(): Promise<EventStoreServer> {
  const insecure = { EVENTSTORE_INSECURE: 'true', EVENTSTORE_MEM_DB: 'true' }
  const container = await new GenericContainer(process.env['ESDB_IMAGE'] || defaultImage)
    .withEnvironment({ ...insecure, KURRENTDB_INSECURE: 'true', KURRENTDB_MEM_DB: 'true' })
    // Without this, its statistics would land between copied events.
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
