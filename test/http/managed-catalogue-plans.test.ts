import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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

/** Enough that no table is read whole if an index can be used. */
const many = 10_000

describe('of a long list', () => {
  beforeAll(async () => {
    const { db } = shop.shop.infrastructure.database
    await sql`
      insert into read_product_list.products
      select copy.* from generate_series(1, ${many}) as n,
        (select * from read_product_list.products order by created_position desc limit 1) as one,
        jsonb_populate_record(null::read_product_list.products, to_jsonb(one) || jsonb_build_object(
          'product_id', 'copy-' || n, 'created_position', one.created_position + n, 'qty', n % 1000,
          'category', 'tools-' || n % 100, 'details', one.details || jsonb_build_object(
            'title', 'Copy ' || n, 'brand', 'Brand ' || n % 100, 'company', 'Company ' || n % 100))) as copy`.execute(
      db,
    )
    await sql`vacuum analyze read_product_list.products`.execute(db)
  })

  test.each<ProductFilter>([
    { state: 'listed', text: 'copy-7777' },
    { state: 'listed', text: 'Brand 77 tools-77' },
    { state: 'listed', brand: 'brand 7' },
    { state: 'listed', company: 'Company 7' },
    { state: 'listed', category: 'x-ray' },
    { state: 'listed', stock: 'low' },
    { state: 'listed', stock: 'none' },
    { state: 'deleted' },
  ])('the products %o are found by an index', async (filter) => {
    const { pool } = shop.shop.infrastructure.database
    const { db, asked } = recordingQueries(pool)
    await managedQueries(db).page(filter, { page: 0, size: 25, sort: 'title-asc' })
    expect(asked).toHaveLength(2)
    expect((await workOf(pool, asked)).discarded).toBeLessThan(many / 10)
  })

  test('the names of brands are read without reading every product', async () => {
    const { pool } = shop.shop.infrastructure.database
    const { db, asked } = recordingQueries(pool)
    expect(await managedQueries(db).names('brand', { text: 'and 99', size: 3 })).toEqual(['Brand 99'])
    expect((await workOf(pool, asked)).buffers).toBeLessThan(many / 10)
  })
})
