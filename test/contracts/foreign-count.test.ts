import { Type } from 'typebox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countingForeign, foreignCountMigrations, readForeignCount } from '#core/event-store/ownership/foreign-count.ts'
import { shopsEvents } from '#core/event-store/ownership/shops-events.ts'
import { inCategory } from '#core/event-store/ownership/stream-category.ts'
import { openDatabase, type Database } from '#core/database/database.ts'
import { migrate } from '#core/database/migrate.ts'
import { eventually } from '#test/support/eventually.ts'
import { generateEvents } from '#test/support/event-store-double/others/generated-events.ts'
import { openDoubleStores, type DoubleStores } from '#test/support/event-store/event-stores.ts'
import { freshDatabase, type FreshDatabase } from '#test/support/postgres/postgres.ts'

const shops = shopsEvents(
  inCategory({ name: 'room', id: /^[0-9]{3}$/ }, { Opened: { version: 1, schema: Type.Object({}) } }),
)

let stores: DoubleStores
let fresh: FreshDatabase
let database: Database

beforeAll(async () => {
  stores = await openDoubleStores()
  fresh = await freshDatabase()
  database = openDatabase(fresh.url, { applicationName: 'test foreign count' })
  await migrate(database.db, foreignCountMigrations)
})
afterAll(async () => {
  await stores.dispose()
  await database.close()
  await fresh.drop()
})

test('two processes whose pages overlap count each foreign event once', async () => {
  const from = stores.double.log.events.at(-1)?.position ?? 0
  generateEvents(stores.double.log, { count: 9, bytes: 100 })
  const process = async () => countingForeign(await stores.another(shops), database.db)
  const [one, other] = [await process(), await process()]
  await one.readAll(from, { limit: 4 })
  await eventually(async () => expect(await counted()).toBe(4))
  await other.readAll(from, { limit: 7 })
  await eventually(async () => expect(await counted()).toBe(7))
  await one.readAll(from, { limit: 9 })
  await eventually(async () => expect(await counted()).toBe(9))
})

async function counted(): Promise<number> {
  return (await readForeignCount(database.db)).events
}
