import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { productQueries } from '#modules/catalogue/read-model.ts'
import { recordingQueries, workOf } from '../bench/support/query-work.ts'
import { addProducts, openTestShop, type TestShop } from '../support/shop/shop.ts'

let shop: TestShop

const categories = ['icu-equipments', 'x-ray', 'tools']

beforeAll(async () => {
  shop = await openTestShop()
  const products = Array.from({ length: 11 }, (_, index) => ({
    title: `Product ${index}`,
    posttype: categories[index % 3],
  }))
  await addProducts(shop, products)
})
afterAll(() => shop.close())

type Listed = { id: string; title: string }
type List = { content: Listed[]; number: number; first: boolean; last: boolean; totalElements: number }

const get = async (path: string): Promise<List> => (await shop.call('GET', path)).body
const titlesIn = ({ content }: List) => content.map(({ title }) => title)
const remove = ({ id }: Listed) => shop.call('DELETE', `/api/products/${id}`, { token: shop.adminToken })
const restore = ({ id }: Listed) => shop.call('POST', `/api/products/${id}/restore`, { token: shop.adminToken })

/** Goes through a list, from each page to the one after it. */
async function walk(
  path: string,
  size: number,
  betweenPages: (page: List) => Promise<unknown> = async () => undefined,
) {
  const pages = [await get(`${path}?size=${size}`)]
  for (let page = pages[0]; page !== undefined && !page.last; page = pages.at(-1)) {
    await betweenPages(page)
    const after = page.content.at(-1)?.id
    pages.push(await get(`${path}?size=${size}&page=${pages.length}&after=${after}`))
  }
  return pages
}

describe.each(['/api/products', '/api/products/collection/x-ray', '/api/products/collection/medical-devices'])(
  'the pages of %s',
  (path) => {
    test('are the same by number, after the page before, and before the page after', async () => {
      const pages = await walk(path, 2)
      expect(pages.length).toBeGreaterThan(1)
      for (const [number, page] of pages.entries()) {
        expect(page).toEqual(await get(`${path}?size=2&page=${number}`))
        const next = pages[number + 1]?.content[0]?.id
        const again = next === undefined ? page : await get(`${path}?size=2&page=${number}&before=${next}`)
        expect(again).toEqual(page)
      }
    })

    test('repeat and leave out nothing when products are added and deleted between them', async () => {
      const all = await get(`${path}?size=100`)
      const gone: Listed[] = []
      const pages = await walk(path, 2, async ({ content }) => {
        await addProducts(shop, [{ title: 'Newer', posttype: 'x-ray' }])
        for (const product of content.slice(1)) gone.push(product)
        for (const product of content.slice(1)) await remove(product)
      })
      expect(pages.flatMap(titlesIn)).toEqual(titlesIn(all))
      for (const product of gone) await restore(product)
    })
  },
)

test.each([
  ['after=no-such-product', 'after', 'No product has ever had this id'],
  ['before=no-such-product', 'before', 'No product has ever had this id'],
  ['after=a&before=b', 'before', 'Only one of after and before may be given'],
])('%s is refused', async (query, field, message) => {
  const { status, body } = await shop.call('GET', `/api/products?${query}`)
  expect([status, body.errors]).toEqual([400, [{ field, defaultMessage: message }]])
})

describe('of a long list', () => {
  const many = 10_000

  beforeAll(async () => {
    const { db } = shop.shop.infrastructure.database
    await sql`
      insert into read_product_list.products
      select copy.* from generate_series(1, ${many}) as n,
        (select * from read_product_list.products order by created_position desc limit 1) as one,
        jsonb_populate_record(null::read_product_list.products, to_jsonb(one) || jsonb_build_object(
          'product_id', 'copy-' || n, 'created_position', one.created_position + n,
          'category', (array['icu-equipments', 'x-ray', 'tools'])[1 + n % 3])) as copy`.execute(db)
    await sql`vacuum analyze read_product_list.products`.execute(db)
  })

  test.each([undefined, 'x-ray', 'medical-devices'])(
    'the page after or before a product is read without those outside it (collection %s)',
    async (collection) => {
      const { pool } = shop.shop.infrastructure.database
      const { db, asked } = recordingQueries(pool)
      const queries = productQueries(db)
      const after = await queries.page(collection, { page: 300, size: 10, after: 'copy-3000' })
      const before = await queries.page(collection, { page: 300, size: 10, before: 'copy-3000' })
      expect([after.rows.length, before.rows.length]).toEqual([10, 10])
      // A few pages of the table and its indexes for each row, of a table with more than a thousand.
      expect((await workOf(pool, asked)).buffers).toBeLessThan(200)
    },
  )
})
