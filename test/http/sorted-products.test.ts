import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#core/database/database.ts'
import { managedQueries } from '#modules/catalogue/admin/read-model.ts'
import type { ProductSort } from '#modules/catalogue/schema.ts'
import { recordingQueries, workOf } from '../bench/support/query-work.ts'
import { openWithoutTableScans } from '../support/postgres/without-table-scans.ts'
import { addProducts, openTestShop, type TestShop } from '../support/shop/shop.ts'

let shop: TestShop
let database: Database

const aarogya = { brand: 'Aarogya', company: 'Aarogya Meditech', posttype: 'icu-equipments' }
const zenith = { brand: 'zenith', company: 'Zenith Devices', posttype: 'x-ray' }
const products = [
  { title: 'Monitor', ...aarogya, price: 500, qty: 4 },
  { title: 'anaesthesia machine', ...zenith, price: 900, qty: 0 },
  { title: 'Zoom lens', ...zenith, price: 100, qty: 12 },
  { title: 'Lamp', ...aarogya, brand: 'AAROGYA', posttype: 'medicines', price: 500, qty: 4 },
]

beforeAll(async () => {
  shop = await openTestShop()
  const [first] = await addProducts(shop, products)
  await shop.call('PUT', `/api/products/${first?.id}`, { token: shop.adminToken, body: { ...first, description: 'x' } })
  const gone = await addProducts(shop, [
    { ...products[2], title: 'Gone first' },
    { ...products[2], title: 'Gone last' },
  ])
  for (const { id } of gone) await shop.call('DELETE', `/api/products/${id}`, { token: shop.adminToken })
  await shop.settled()
  database = openWithoutTableScans(shop.shop.infrastructure.databaseUrl)
})
afterAll(async () => {
  await database.close()
  await shop.close()
})

const get = (path: string) => shop.call('GET', path, { token: shop.adminToken })
const list = (query: string) => get(`/api/catalogue/products?${query}`)
type Listed = { title: string }
const titlesIn = (content: readonly Listed[]) => content.map(({ title }) => title)

const [monitor, machine, lens, lamp] = ['Monitor', 'anaesthesia machine', 'Zoom lens', 'Lamp']

/** The titles in each order; on a tie, the one added first comes first, or last if descending. */
const sorts: [ProductSort, (string | undefined)[]][] = [
  ['added-desc', [lamp, lens, machine, monitor]],
  ['added-asc', [monitor, machine, lens, lamp]],
  ['changed-desc', [monitor, lamp, lens, machine]],
  ['changed-asc', [machine, lens, lamp, monitor]],
  ['title-asc', [machine, lamp, monitor, lens]],
  ['title-desc', [lens, monitor, lamp, machine]],
  ['brand-asc', [monitor, lamp, machine, lens]],
  ['brand-desc', [lens, machine, lamp, monitor]],
  ['company-asc', [monitor, lamp, machine, lens]],
  ['company-desc', [lens, machine, lamp, monitor]],
  ['price-asc', [lens, monitor, lamp, machine]],
  ['price-desc', [machine, lamp, monitor, lens]],
  ['stock-asc', [machine, monitor, lamp, lens]],
  ['stock-desc', [lens, lamp, monitor, machine]],
]

describe('the list of products, sorted', () => {
  test.each(sorts)('by %s is the same in the list, page by page, and in the file', async (sort, titles) => {
    const pages = [await list(`size=3&sort=${sort}`), await list(`size=3&page=1&sort=${sort}`)]
    const file = parse((await get(`/api/catalogue/products.csv?sort=${sort}`)).text, { columns: true, bom: true })
    const filed = file.map((row: unknown) => Object(row).Title)
    expect([pages.flatMap(({ body }) => titlesIn(body.content)), filed]).toEqual([titles, titles])
    expect(pages[0]?.body).toMatchObject({ totalElements: 4, totalPages: 2 })
  })

  test.each(sorts)('by %s has an index, for a page and for the file', async (sort) => {
    const { db, asked } = recordingQueries(database.pool)
    const queries = managedQueries(db)
    await queries.page({ state: 'listed' }, { page: 1, size: 2, sort })
    for await (const batch of queries.all({ state: 'listed' }, sort)) expect(batch).toHaveLength(products.length)
    expect(asked).toHaveLength(3)
    expect(await workOf(database.pool, asked)).toMatchObject({ sorted: 0 })
  })

  test('is newest first among the deleted ones too', async () => {
    expect(titlesIn((await list('state=deleted')).body.content)).toEqual(['Gone last', 'Gone first'])
    expect(titlesIn((await list('state=deleted&sort=added-asc')).body.content)).toEqual(['Gone first', 'Gone last'])
  })

  test('shows when each product was last changed', async () => {
    const { content } = (await list('sort=changed-desc')).body
    expect(content[0].changeDate > content[0].createDate).toBe(true)
    expect(content[1].changeDate).toBe(content[1].createDate)
  })

  test.each(['price', 'weight-asc', 'price-up', ''])('rejects the unknown order "%s"', async (sort) => {
    expect((await list(`sort=${sort}`)).status).toBe(400)
    expect((await get(`/api/catalogue/products.csv?sort=${sort}`)).status).toBe(400)
  })
})

describe('the list of products, filtered', () => {
  const filters: [string, (string | undefined)[]][] = [
    ['brand=aarogya', [monitor, lamp]],
    ['company=ZENITH%20Devices', [machine, lens]],
    ['category=medical-devices', [monitor, machine, lens]],
    ['category=X-Ray&brand=zenith', [machine, lens]],
    ['stock=none', [machine]],
    ['stock=low', [monitor, lamp]],
    ['stock=more', [lens]],
    ['stock=low&text=lam%20aarog', [lamp]],
    ['brand=aarog', []],
  ]
  test.each(filters)('by %s is the same in the list and in the file', async (filter, titles) => {
    const { content } = (await list(`sort=added-asc&${filter}`)).body
    const text = (await get(`/api/catalogue/products.csv?sort=added-asc&${filter}`)).text
    const file = parse(text, { columns: true, bom: true }).map((row: unknown) => Object(row).Title)
    expect([titlesIn(content), file]).toEqual([titles, titles])
  })

  test.each(['category=spaceships', 'stock=some', `brand=${'x'.repeat(121)}`])('rejects %s', async (filter) => {
    expect((await list(filter)).status).toBe(400)
  })
})

describe('the names to filter by', () => {
  test.each([
    ['of=brand', ['Aarogya', 'zenith']],
    ['of=company', ['Aarogya Meditech', 'Zenith Devices']],
    ['of=company&text=DEV%20zen', ['Zenith Devices']],
    ['of=company&size=1', ['Aarogya Meditech']],
    ['of=brand&text=%25', []],
  ])('%s', async (query, names) => {
    const { body } = await get(`/api/catalogue/names?${query}`)
    expect(body.map((name: string) => (query === 'of=brand' && /^aarogya$/i.test(name) ? 'Aarogya' : name))).toEqual(
      names,
    )
  })

  test('are refused for a field without names', async () => {
    expect((await get('/api/catalogue/names?of=price')).status).toBe(400)
    expect((await get('/api/catalogue/names')).status).toBe(400)
  })
})

test('while the build of an earlier release is live, the list works except for the order by last change', async () => {
  const { db } = shop.shop.infrastructure.database
  await sql`alter table read_product_list.products rename column changed_at to absent`.execute(db)
  const [usual, changed] = [await list('sort=price-asc'), await list('sort=changed-desc')]
  await sql`alter table read_product_list.products rename column absent to changed_at`.execute(db)
  expect([usual.status, usual.body.content[0].changeDate]).toEqual([200, usual.body.content[0].createDate])
  expect([changed.status, changed.body.detail]).toEqual([
    503,
    expect.stringContaining('temporarily unavailable in this order'),
  ])
})

test('the list is narrowed to the days of the last change in India, and so is its file', async () => {
  const { db } = shop.shop.infrastructure.database
  const changes = [
    [machine, '2026-01-01T18:29:59.999Z'],
    [lens, '2026-01-01T18:30:00.000Z'],
    [lamp, '2026-01-02T18:30:00.000Z'],
  ]
  for (const [title, at] of changes)
    await sql`update read_product_list.products set changed_at = ${at}::timestamptz
      where details->>'title' = ${title}`.execute(db)
  const changedOn = async (days: string) => {
    const { body } = await list(`sort=title-asc&${days}`)
    expect(body.totalElements).toBe(body.content.length)
    return titlesIn(body.content)
  }
  expect(await changedOn('from=2026-01-01&to=2026-01-01')).toEqual([machine])
  expect(await changedOn('from=2026-01-02&to=2026-01-02')).toEqual([lens])
  expect(await changedOn('to=2026-01-02')).toEqual([machine, lens])
  expect(await changedOn('from=2026-01-02')).toEqual([lamp, monitor, lens])
  const { text } = await get('/api/catalogue/products.csv?from=2026-01-02&to=2026-01-02')
  expect(text.match(/Zoom lens/g)).toHaveLength(1)
  expect(text).not.toMatch(/anaesthesia machine|Lamp|Monitor/)
  expect((await list('from=2026-02-30')).status).toBe(400)
})
