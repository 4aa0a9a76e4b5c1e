import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Infrastructure } from '#modules/shop/engines/infrastructure.ts'
import { placeOrder } from '../backup/drill.ts'
import type { LogServer } from '../event-store/log-server.ts'
import { freshDatabase } from '../postgres/postgres.ts'
import { openReplaceableLog, type ReplaceableLog } from '../replaceable-log/open.ts'
import { addProducts, openTestShop } from '../shop/shop.ts'
import { openStoppedShop } from '../shop/stopped-shop.ts'

/** A stopped shop whose EventStoreDB (or its double) was replaced by an older copy. */
export type DivergedShop = {
  log: ReplaceableLog
  /** The head of the older copy. */
  head: number
  /** The server that was replaced. */
  newer: LogServer
  /** The environment of its processes. */
  env: Record<string, string> & { DATA_DIR: string }
  /** The order in both the log and the database. */
  kept: string
  /** The order in the database alone. */
  lost: string
  /** Opens the engines as the command line does. */
  visit(): Promise<Infrastructure>
  close(): Promise<void>
}

/** The older copy holds three foreign events; five more were lost. */
export async function openDivergedShop(): Promise<DivergedShop> {
  const log = await openReplaceableLog()
  const database = await freshDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-parted-'))
  const env = { DATABASE_URL: database.url, DATA_DIR: dataDir, EVENTSTORE_URL: log.url }
  const shop = await openTestShop(env)
  const [product] = await addProducts(shop, [{}])
  if (product === undefined) throw new Error('no product was added')
  const person = await shop.signUp()
  await writeForeign(log.server, 3)
  const kept = await placeOrder(shop, person, product)
  await shop.settled()
  const head = await shop.shop.infrastructure.store.head()
  const older = await log.backUp()
  await writeForeign(log.server, 5)
  const lost = await placeOrder(shop, person, product)
  await shop.settled()
  await shop.shop.stop()
  const newer = log.server
  await log.restore(older)

  const visitors: Infrastructure[] = []
  return {
    log,
    head,
    newer,
    env,
    kept,
    lost,
    async visit() {
      const visitor = await openStoppedShop(env)
      visitors.push(visitor)
      return visitor
    },
    async close() {
      for (const visitor of visitors) await visitor.close()
      await shop.close()
      await database.drop()
      await log.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function writeForeign(server: LogServer, count: number): Promise<void> {
  for (let i = 0; i < count; i++) await server.write('foreign-1', { type: 'Happened', data: { text: 'x'.repeat(100) } })
}
