import { Client } from 'pg'
import { randomFrom } from '#test/support/random.ts'
import { apiCaller } from '../../support/shop/api-caller.ts'
import { demoProducts } from '../search/demo-products.ts'
import { judgedQueries } from '../search/labels.ts'
import { newQueries, type Named } from '../search/new-queries.ts'
import type { Request } from '../support/load.ts'
import { scenariosOf } from '../support/scenarios.ts'
import { adminPassword } from './build-shop.ts'
import { orderIdOf, suppliedProducts } from './history.ts'
import type { Size } from './sizes.ts'
import { inTurn } from '../support/in-turn.ts'

/** The calls by their name in the report; each call is made once, so that no answer comes from memory. */
export type Calls = Readonly<Record<string, () => Request>>

/** How many times longer each may take in the largest shop than in the smallest. */
export const goals: Readonly<Record<string, number>> = {
  'product list': 1.5,
  'category list': 1.5,
  'deep list, from its neighbour': 1.5,
  'deep list, by number': 4,
  product: 1.5,
  'product page': 1.5,
  search: 4,
  suggestions: 4,
  'board of orders': 1.5,
  'event page': 1.5,
  'history of an order': 1.5,
  'order placed': 1.5,
}

/** What every shop has: the sizes differ in what they have beyond that. */
export type Common = { queries: string[]; prefixes: string[] }

/** The same queries for each shop, about products that each has. */
export async function commonOf(smallest: Size, count: number): Promise<Common> {
  const products: Named[] = []
  for (const { sku, input } of suppliedProducts(Math.min(2_000, smallest.products)))
    products.push({ title: input.title, brand: input.brand, modelNumber: null, sku })
  const judged = judgedQueries(await demoProducts()).map(({ text }) => text)
  const queries = newQueries(products, judged, 2 * count)
  const random = randomFrom(5)
  const begun = queries.slice(count).map((query) => query.slice(0, 3 + Math.floor(random() * 6)))
  return { queries: queries.slice(0, count), prefixes: [...new Set(begun)] }
}

export type Opened = { url: string; databaseUrl: string; size: Size }

export async function callsOf({ url, databaseUrl, size }: Opened, common: Common): Promise<Calls> {
  const token = await adminToken(url)
  const random = randomFrom(3)
  const below = (limit: number) => Math.floor(random() * limit)
  const { ids, head } = await knownOf(databaseUrl)
  const asAdmin = (path: string): Request => ({ method: 'GET', path, headers: { authorization: `Bearer ${token}` } })
  const sizes = inTurn(Array.from({ length: 41 }, (_, index) => 10 + index))
  const [query, prefix, board, id] = [common.queries, common.prefixes, boards(), ids].map(inTurn)
  if (!query || !prefix || !board || !id) throw new Error('nothing to request')
  return {
    'product list': distinct(() => `/api/products?size=${sizes()}&page=${below(20)}`),
    'category list': distinct(() => `/api/products/collection/icu-equipments?size=${sizes()}&page=${below(10)}`),
    'deep list, from its neighbour': distinct(() => `/api/products?size=20&page=1&after=${id()}`),
    'deep list, by number': distinct(() => `/api/products?size=${sizes()}&page=${middlePage(size, below)}`),
    product: distinct(() => `/api/products/${id()}`),
    'product page': distinct(() => `/products/${id()}`),
    search: () => ({
      method: 'PUT',
      path: '/api/products/search',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text: query() }),
    }),
    suggestions: () => ({ method: 'GET', path: `/api/products/suggest?text=${encodeURIComponent(prefix())}` }),
    'board of orders': () => asAdmin(board()),
    'event page': () => asAdmin(`/api/audit/events?size=50&before=${51 + below(head - 50)}`),
    'history of an order': () => asAdmin(`/api/audit/streams/order-${orderIdOf(below(size.orders))}`),
    'order placed': await orderRequests(url),
  }
}

/** Pages around the middle of the list. */
function middlePage({ products }: Size, below: (limit: number) => number): number {
  return Math.floor(products / 2 / 30) - below(Math.ceil(products / 300))
}

/** The admin's list as it opens, and as the admin narrows it. */
function boards(): string[] {
  const pages = Array.from({ length: 5 }, (_, page) => `/api/orders?size=20&page=${page}`)
  return [...pages, ...['received', 'confirmed', 'delivered'].map((status) => `/api/orders?size=20&status=${status}`)]
}

/** Ids of products in random order, and the position of the newest event. */
async function knownOf(databaseUrl: string): Promise<{ ids: string[]; head: number }> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const found = await client.query<{ id: string }>(`
      select product_id as id from read_product_list.products
      where created_position > 0 order by md5(product_id) limit 3000`)
    const heads = await client.query<{ head: string }>('select position as head from log_head')
    return { ids: found.rows.map((row) => row.id), head: Number(heads.rows[0]?.head) }
  } finally {
    await client.end()
  }
}

async function adminToken(url: string): Promise<string> {
  const { body } = await apiCaller(url)('POST', '/api/auth/authenticate', {
    body: { username: 'admin', password: adminPassword },
  })
  return String(body.accessToken)
}

async function orderRequests(url: string): Promise<() => Request> {
  const order = (await scenariosOf(url)).find(({ name }) => name === 'order placed')
  if (order === undefined) throw new Error('there is no scenario of an order')
  return order.next
}

function distinct(pathOf: () => string): () => Request {
  const made = new Set<string>()
  return () => {
    let path = pathOf()
    for (let tries = 0; made.has(path) && tries < 1_000; tries++) path = pathOf()
    made.add(path)
    return { method: 'GET', path }
  }
}
