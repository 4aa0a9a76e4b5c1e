import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pageOf } from '#core/http/schemas/pagination.ts'
import { presentProduct } from '#modules/catalogue/present.ts'
import { productQueries } from '#modules/catalogue/read-model.ts'
import { randomFrom } from '../support/random.ts'
import { addProducts, openTestShop, type TestShop } from '../support/shop/shop.ts'
import { whileRunning } from '../support/while-running.ts'

let shop: TestShop
let products: { id: string }[]

const categories = ['icu-equipments', 'x-ray', 'sports-medicine', 'tools', 'medicines']

beforeAll(async () => {
  shop = await openTestShop()
  products = await addProducts(
    shop,
    Array.from({ length: 12 }, (_, index) => ({ title: `Product ${index}`, posttype: categories[index % 4] })),
  )
})
afterAll(() => shop.close())

const admin = (method: string, path: string, body?: unknown) =>
  shop.call(method, path, { token: shop.adminToken, ...(body !== undefined && { body }) })
/** As a client that has seen no change of its own; may be answered from memory. */
const get = async (path: string) => (await fetch(shop.url + path)).text()

type List = { collection: string | undefined; page: number; size: number }

const lists: List[] = [undefined, 'medical-devices', ...categories].flatMap((collection) =>
  [
    [0, 3],
    [1, 3],
    [2, 3],
    [0, 50],
  ].map(([page = 0, size = 0]) => ({ collection, page, size })),
)

const pathOf = ({ collection, page, size }: List) =>
  `/api/products${collection === undefined ? '' : `/collection/${collection}`}?page=${page}&size=${size}`

/** The list as the rows give it now. */
async function uncached({ collection, ...part }: List): Promise<string> {
  const { rows, total } = await productQueries(shop.shop.infrastructure.database.db).page(collection, part)
  return JSON.stringify(pageOf(rows.map(presentProduct), { ...part, totalElements: total }))
}

async function expectAllFresh(): Promise<void> {
  await shop.settled()
  expect(await Promise.all(lists.map((list) => get(pathOf(list))))).toEqual(await Promise.all(lists.map(uncached)))
  const newest = await productQueries(shop.shop.infrastructure.database.db).newest(5)
  expect(await get('/api/products/newest?number=5')).toBe(JSON.stringify(newest.map(presentProduct)))
}

const change = (id: string, changes: Record<string, unknown>) => async () => {
  const { body } = await admin('GET', `/api/products/${id}`)
  if (body.id === id) await admin('PUT', `/api/products/${id}`, { ...body, ...changes })
}

/** A price, a text, a category, a deletion, a restoration, a new product, several changes at once, or a replay. */
function anyChange(random: () => number): () => Promise<unknown> {
  const one = <T>(all: readonly T[]) => all[Math.floor(random() * all.length)]
  const price = Math.floor(random() * 10_000)
  const id = one(products)?.id ?? ''
  const changes: (() => Promise<unknown>)[] = [
    change(id, { price }),
    change(id, { description: `worth ${price}` }),
    change(id, { posttype: one(categories) ?? '' }),
    () => admin('DELETE', `/api/products/${id}`),
    () => admin('POST', `/api/products/${id}/restore`),
    async () => products.push(...(await addProducts(shop, [{ title: `New ${price}`, posttype: one(categories) }]))),
    () => Promise.all(products.slice(0, 3).map((product) => change(product.id, { price })())),
    () => admin('POST', '/api/ops/projections/product-list/replay', {}),
  ]
  return one(changes) ?? (() => Promise.resolve())
}

/** By hand, without an event, so that only an answer that is read again shows it. */
const setQuantity = (ids: string[], quantity: number) =>
  sql`update read_product_list.products set qty = ${quantity} where product_id in (${sql.join(ids)})`.execute(
    shop.shop.infrastructure.database.db,
  )

describe('lists from memory', () => {
  // First, because a replay, which the next test requests, replaces rows that were changed by hand.
  test('stay in memory while a product changes that they do not hold, and only then', async () => {
    const added = await addProducts(shop, [
      { title: 'On the second page', posttype: 'medicines' },
      { title: 'On the first page', posttype: 'x-ray' },
    ])
    const [last = '', first = ''] = added.map(({ id }) => id)
    const paths = ['/api/products?page=0&size=1', '/api/products?page=1&size=1', `/api/products/${last}`]
    await shop.settled()
    await Promise.all(paths.map(get))
    await setQuantity([last, first], 77)
    await change(first, { price: 5 })()
    await shop.settled()
    const shown = await Promise.all(paths.map(get))
    expect(shown.map((text) => text.includes('"qty":77,'))).toEqual([true, false, false])
    await admin('DELETE', `/api/products/${first}`)
    await shop.settled()
    expect(await get('/api/products?page=0&size=1')).toContain('"qty":77,')
    expect(await get(`/api/products/${last}`)).not.toContain('"qty":77,')
    // The lists from memory that hold its old row.
    await admin('DELETE', `/api/products/${last}`)
  })

  test.each([1, 2])('equal the rows after each of many random changes (seed %i)', async (seed) => {
    const random = randomFrom(seed)
    await expectAllFresh()
    for (let turn = 0; turn < 15; turn++) {
      await anyChange(random)()
      await expectAllFresh()
    }
  })

  test('never hold the rows of one moment and the total of another', async () => {
    const list = '/api/products/collection/sports-medicine?size=100'
    const random = randomFrom(3)
    const [product] = await addProducts(shop, [{ title: 'Here and gone', posttype: 'sports-medicine' }])
    const changing = whileRunning(async () => {
      await change(product?.id ?? '', { posttype: random() < 0.5 ? 'medicines' : 'sports-medicine' })()
    })
    const mixed = []
    for (let turn = 0; turn < 300; turn++) {
      const { content, totalElements } = JSON.parse(await get(list))
      if (content.length !== totalElements) mixed.push({ content, totalElements })
    }
    expect(await changing.stop()).toBeGreaterThan(0)
    expect(mixed).toEqual([])
  })
})
