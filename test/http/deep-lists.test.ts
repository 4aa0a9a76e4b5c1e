import { sql, type CompiledQuery } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '#core/database/database.ts'
import { blockOfPositions, categoriesIn, productQueries } from '#modules/catalogue/read-model.ts'
import { recordingQueries } from '../bench/support/query-work.ts'
import { addProducts, openTestShop, type TestShop } from '../support/shop/shop.ts'

let shop: TestShop
let db: Db

const many = 40_000
/** Positions between two products, as of other events. */
const apart = 3

beforeAll(async () => {
  shop = await openTestShop()
  // Without a limit on the time of a statement.
  db = shop.shop.infrastructure.bulk.db
  await addProducts(shop, [{ title: 'Monitor' }])
  await sql`
    insert into read_product_list.products
    select copy.* from generate_series(1, ${many}) as n, (select * from read_product_list.products limit 1) as one,
      jsonb_populate_record(null::read_product_list.products, to_jsonb(one) || jsonb_build_object(
        'product_id', 'copy-' || n,
        'created_position', (one.created_position + n * ${apart}::int) * case when n % 10 = 7 then -1 else 1 end,
        'category', (array['icu-equipments', 'x-ray', 'tools'])[1 + n % 3])) as copy`.execute(db)
  await sql`delete from read_product_list.products_blocks`.execute(db)
  await sql`
    insert into read_product_list.products_blocks
    select ${sql.raw(blockOfPositions)}, count(*) from read_product_list.products where created_position > 0
    group by 1`.execute(db)
  await sql`vacuum analyze read_product_list.products`.execute(db)
})
afterAll(() => shop.close())

async function idsByOffset(collection: string | undefined, offset: number): Promise<string[]> {
  const categories = collection === undefined ? null : categoriesIn(collection)
  const { rows } = await sql<{ id: string }>`
    select product_id as id from read_product_list.products
    where created_position > 0 and (${categories}::text[] is null or category = any(${categories}))
    order by created_position desc limit 10 offset ${offset}`.execute(db)
  return rows.map(({ id }) => id)
}

/** The most rows that a step of these queries' plans reads. */
async function mostRowsOf(queries: readonly CompiledQuery[]): Promise<number> {
  const { pool } = shop.shop.infrastructure.database
  const rows: number[] = []
  for (const { sql: text, parameters } of queries) {
    const plan = await pool.query(`explain (analyze, format json) ${text}`, [...parameters])
    for (const [, read] of JSON.stringify(plan.rows).matchAll(/"Actual Rows":([\d.]+)/g)) rows.push(Number(read))
  }
  return Math.max(...rows)
}

const collections = [undefined, 'x-ray', 'medical-devices', 'medicines']

test.each(collections)(
  'a page by number has the products at its place, however deep (collection %s)',
  async (collection) => {
    const queries = productQueries(db)
    for (const page of [0, 99, 100, 101, 640, 1_093, 1_200, 1_999, 2_400, 3_599, 3_600, 3_601, 9_999]) {
      const { rows } = await queries.page(collection, { page, size: 10 })
      expect(rows.map((row) => row.product_id)).toEqual(await idsByOffset(collection, page * 10))
    }
  },
)

test.each(['x-ray', undefined, 'medical-devices'])(
  'a deep page by number is read in order from its block (collection %s)',
  async (collection) => {
    const { pool } = shop.shop.infrastructure.database
    const recording = recordingQueries(pool)
    const { rows } = await productQueries(recording.db).page(collection, { page: 1_100, size: 10 })
    expect(rows).toHaveLength(10)
    expect(recording.asked).toHaveLength(1)
    // Reading up to the page takes 11,000 rows of an index.
    expect(await mostRowsOf(recording.asked)).toBeLessThan(6_000)
  },
)

test('a deep page is found by its number while the build of an earlier release is live', async () => {
  await sql`alter table read_product_list.products_blocks rename to absent`.execute(db)
  const { rows } = await productQueries(db).page(undefined, { page: 1_100, size: 10 })
  await sql`alter table read_product_list.absent rename to products_blocks`.execute(db)
  expect(rows.map((row) => row.product_id)).toEqual(await idsByOffset(undefined, 11_000))
})
