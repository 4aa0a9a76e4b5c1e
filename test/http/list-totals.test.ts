import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { productQueries } from '#modules/catalogue/read-model.ts'
import { recordingQueries } from '../bench/support/query-work.ts'
import { addProducts, openTestShop, type TestShop } from '../support/shop/shop.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

type Listed = { id: string; title: string; posttype: string }

const list = async (path: string) => {
  const { body } = await shop.call('GET', path)
  return { titles: body.content.map(({ title }: Listed) => title), total: body.totalElements, last: body.last }
}
const change = (method: string, path: string, body?: unknown) =>
  shop.call(method, path, { token: shop.adminToken, ...(body !== undefined && { body }) })

const first = [
  { title: 'Monitor', posttype: 'icu-equipments' },
  { title: 'Lamp', posttype: 'x-ray' },
  { title: 'Saw', posttype: 'sports-medicine' },
  { title: 'Bed', posttype: 'medical-devices' },
]

const lists = async () => ({
  all: await list('/api/products?size=2'),
  devices: await list('/api/products/collection/medical-devices?size=2&page=1'),
  icu: await list('/api/products/collection/icu-equipments'),
  medicines: await list('/api/products/collection/medicines'),
})

test('totals follow additions, moves between categories, deletions and restorations', async () => {
  const [monitor, lamp] = await addProducts(shop, first)
  const before = await lists()
  expect(before).toEqual({
    all: { titles: ['Bed', 'Saw'], total: 4, last: false },
    devices: { titles: ['Monitor'], total: 3, last: true },
    icu: { titles: ['Monitor'], total: 1, last: true },
    medicines: { titles: [], total: 0, last: true },
  })
  await change('PUT', `/api/products/${monitor?.id}`, { ...monitor, posttype: 'medicines' })
  await change('DELETE', `/api/products/${lamp?.id}`)
  expect(await lists()).toEqual({
    all: { titles: ['Bed', 'Saw'], total: 3, last: false },
    devices: { titles: [], total: 1, last: true },
    icu: { titles: [], total: 0, last: true },
    medicines: { titles: ['Monitor'], total: 1, last: true },
  })
  await change('PUT', `/api/products/${monitor?.id}`, { ...monitor, posttype: 'ICU-Equipments' })
  await change('POST', `/api/products/${lamp?.id}/restore`)
  expect(await lists()).toEqual(before)
})

test('a page and its total are read in one statement', async () => {
  const { db, asked } = recordingQueries(shop.shop.infrastructure.database.pool)
  const queries = productQueries(db)
  await queries.page(undefined, { page: 0, size: 10 })
  await queries.page('tools', { page: 0, size: 10 })
  expect(asked).toHaveLength(2)
})

test('totals are counted while the build of an earlier release is live', async () => {
  const { db } = shop.shop.infrastructure.database
  const queries = productQueries(db)
  const usual = await queries.page('medical-devices', { page: 0, size: 2 })
  await sql`alter table read_product_list.products_totals rename to absent`.execute(db)
  const counted = await queries.page('medical-devices', { page: 0, size: 2 })
  const all = await queries.page(undefined, { page: 0, size: 2 })
  await sql`alter table read_product_list.absent rename to products_totals`.execute(db)
  expect(usual.total).toBeGreaterThan(2)
  expect(counted).toEqual(usual)
  expect(all.total).toBe(4)
})
