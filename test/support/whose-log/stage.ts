import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openTerminal } from '#core/cli/terminal.ts'
import { shopIdentityStream } from '#core/event-store/identity/events.ts'
import { copyEventsCommand } from '#modules/operations/ops/copy-events.ts'
import { openLogServer, type LogServer } from '../event-store/log-server.ts'
import { freshDatabase, type FreshDatabase } from '../postgres/postgres.ts'
import { openTestShop, type TestShop } from '../shop/shop.ts'

/** Two databases, a data folder and an EventStoreDB, on which tests start and stop shops. */
export type WhoseLogStage = {
  database: FreshDatabase
  other: FreshDatabase
  dataDir: string
  server: LogServer
  /** Opens a shop; closing the stage closes it too. */
  open(env: Record<string, string>, isReadyWithout?: readonly string[]): Promise<TestShop>
  stop(shop: TestShop): Promise<void>
  stopAll(): Promise<void>
  /** The environment of a shop on the server, with this database URL and host name. */
  onServer(url: string, name?: string): Record<string, string>
  /** The identity events in the log. */
  identities(): ReturnType<LogServer['stored']>
  /** Runs `ops copy-events` into the server. */
  copyFrom(shop: TestShop): Promise<boolean>
  close(): Promise<void>
}

/** By default on an EventStoreDB that `TEST_EVENTSTORE_URL` names, or else on a double in a separate process. */
export async function openWhoseLogStage(open: () => Promise<LogServer> = openLogServer): Promise<WhoseLogStage> {
  const [database, other] = await Promise.all([freshDatabase(), freshDatabase()])
  const dataDir = await mkdtemp(join(tmpdir(), 'whose-log-'))
  const server = await open()
  const shops = new Set<TestShop>()

  async function stop(shop: TestShop): Promise<void> {
    shops.delete(shop)
    await shop.close()
  }

  async function stopAll(): Promise<void> {
    for (const shop of shops) await stop(shop)
  }

  return {
    database,
    other,
    dataDir,
    server,
    async open(env, isReadyWithout = []) {
      const shop = await openTestShop({ DATA_DIR: dataDir, ...env }, { isReadyWithout })
      shops.add(shop)
      return shop
    },
    stop,
    stopAll,
    onServer: (url, name = 'shop.example.in') => ({
      DATABASE_URL: url,
      DATA_DIR: dataDir,
      EVENTSTORE_URL: server.url,
      PUBLIC_URL: `http://${name}`,
    }),
    identities: () => server.stored(shopIdentityStream),
    copyFrom({ shop }) {
      const { signal } = new AbortController()
      const terminal = openTerminal({ isJson: true, stdout: { write: () => undefined } })
      return copyEventsCommand({ ...shop.infrastructure, terminal, signal }, server.url)
    },
    async close() {
      await stopAll()
      await server.close()
      await database.drop()
      await other.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
