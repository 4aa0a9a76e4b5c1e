import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openTerminal } from '#core/cli/terminal.ts'
import { copyEventsCommand } from '#modules/audit/copy-ops.ts'
import { openEventStoreDouble, type EventStoreDouble } from '../event-store-double/server.ts'
import { freshDatabase, type FreshDatabase } from '../postgres.ts'
import { openTestShop, type TestShop } from '../shop.ts'

/** Two databases, one data folder and a double of EventStoreDB, on which shops are started and stopped. */
export type WhoseLogStage = {
  database: FreshDatabase
  other: FreshDatabase
  dataDir: string
  double: EventStoreDouble
  /** Opens a shop that ends with the stage at the latest. */
  open(env: Record<string, string>, isReadyWithout?: readonly string[]): Promise<TestShop>
  stop(shop: TestShop): Promise<void>
  stopAll(): Promise<void>
  /** The settings of a shop on the double, by its database and its host. */
  onDouble(url: string, name?: string): Record<string, string>
  /** The events of the shop's identity. */
  identities(): EventStoreDouble['log']['events'][number][]
  /** `ops copy-events` into the double. */
  copyFrom(shop: TestShop): Promise<boolean>
  /** Stops a shop, and leaves its database and the double as a release without identities leaves them. */
  stopWithoutIdentity(shop: TestShop): Promise<void>
  close(): Promise<void>
}

export async function openWhoseLogStage(): Promise<WhoseLogStage> {
  const [database, other] = await Promise.all([freshDatabase(), freshDatabase()])
  const dataDir = await mkdtemp(join(tmpdir(), 'whose-log-'))
  const double = await openEventStoreDouble()
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
    double,
    async open(env, isReadyWithout = []) {
      const shop = await openTestShop({ DATA_DIR: dataDir, ...env }, { isReadyWithout })
      shops.add(shop)
      return shop
    },
    stop,
    stopAll,
    onDouble: (url, name = 'shop.example.in') => ({
      DATABASE_URL: url,
      DATA_DIR: dataDir,
      EVENTSTORE_URL: double.url,
      PUBLIC_URL: `http://${name}`,
    }),
    identities: () => double.log.events.filter(({ stream }) => stream === 'shop-identity'),
    copyFrom({ shop }) {
      const { signal } = new AbortController()
      const terminal = openTerminal({ isJson: true, stdout: { write: () => undefined } })
      return copyEventsCommand({ ...shop.infrastructure, terminal, signal }, double.url)
    },
    async stopWithoutIdentity(shop) {
      await shop.settled()
      await shop.shop.infrastructure.database.pool.query('delete from shop_identity')
      await stop(shop)
      double.log.forget('shop-identity')
    },
    async close() {
      await stopAll()
      double.kill()
      await database.drop()
      await other.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
