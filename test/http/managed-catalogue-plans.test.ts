import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#core/database/database.ts'
import { managedQueries, type ProductFilter } from '#modules/catalogue/admin/read-model.ts'
import { recordingQueries, workOf } from '../bench/support/query-work.ts'
import { openWithoutTableScans } from '../support/postgres/without-table-scans.ts'
import { addProducts, openTestShop, type TestShop } from '../support/shop/shop.ts'

let shop: TestShop
let database: Database

beforeAll(async () => {
  shop = await openTestShop()
  const titles = Array.from({ length: 6 }, (_, place) => ({ title: `Monitor ${place}` }))
  const added = await addProducts(shop, titles)
  for (const { id } of added.slice(0, 3)) await shop.call('DELETE', `/api/products/${id}`, { token: shop.adminToken })
  await shop.settled()
  database = openWithoutTableScans(shop.shop.infrastructure.databaseUrl)
})
afterAll(async () => {
  await database.close()
  await shop.close()
})

test.each<[ProductFilter, string[]]>([
  [{ state: 'listed' }, ['Monitor 5', 'Monitor 4', 'Monitor 3']],
  [{ state: 'deleted' }, ['Monitor 2', 'Monitor 1', 'Monitor 0']],
])('an index has the order of the products %o, newest first', async (filter, titles) => {
  const { db, asked } = recordingQueries(database.pool)
  const queries = managedQueries(db)
  const { rows } = await queries.page(filter, { page: 0, size: 10 })
  const batches: string[] = []
  for await (const batch of queries.all(filter)) batches.push(...batch.map(({ details }) => details.title))
  expect([rows.map(({ details }) => details.title), batches]).toEqual([titles, titles])
  expect(asked.length).toBeGreaterThanOrEqual(3)
  expect(await workOf(database.pool, asked)).toMatchObject({ sorted: 0 })
})
