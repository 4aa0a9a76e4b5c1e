import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Infrastructure } from '#core/infrastructure.ts'
import { placeOrder } from '../backup/drill.ts'
import type { DoubleLog } from '../event-store-double/log.ts'
import { generateEvents } from '../event-store-double/generated-events.ts'
import { openEventStoreDouble, type EventStoreDouble } from '../event-store-double/server.ts'
import { freshDatabase } from '../postgres.ts'
import { addProducts, openTestShop } from '../shop.ts'
import { openStoppedShop } from '../stopped-shop.ts'

/** A shop that does not run, whose EventStoreDB (a double) was replaced by an older copy. */
export type PartedShop = {
  double: EventStoreDouble
  /** The head of the older copy. */
  head: number
  /** A copy of the log that was replaced. */
  newer: DoubleLog
  /** The settings of its processes. */
  env: Record<string, string> & { DATA_DIR: string }
  /** The order that both know. */
  kept: string
  /** The order that only the database knows. */
  lost: string
  /** The engines as the command line opens them. */
  visit(): Promise<Infrastructure>
  close(): Promise<void>
}

/** Three events of another application are in the older copy, and five more in what was lost. */
export async function openPartedShop(): Promise<PartedShop> {
  const double = await openEventStoreDouble()
  const database = await freshDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-parted-'))
  const env = { DATABASE_URL: database.url, DATA_DIR: dataDir, EVENTSTORE_URL: double.url }
  const shop = await openTestShop(env)
  const [product] = await addProducts(shop, [{}])
  if (product === undefined) throw new Error('no product was added')
  const person = await shop.signUp()
  generateEvents(double.log, { count: 3, bytes: 100 })
  const kept = await placeOrder(shop, person, product)
  await shop.settled()
  const head = await shop.shop.infrastructure.store.head()
  const older = double.log.copy()
  generateEvents(double.log, { count: 5, bytes: 100 })
  const lost = await placeOrder(shop, person, product)
  await shop.settled()
  await shop.shop.stop()
  const newer = double.log.copy()
  await double.restart(older)

  const visitors: Infrastructure[] = []
  return {
    double,
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
      double.kill()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
