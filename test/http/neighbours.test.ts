import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#core/domain/ids.ts'
import type { FoundProduct, Product, SimilarProduct } from '#modules/catalogue/schema.ts'
import { looksAlike } from '#storefront/pictures/looks-alike.ts'
import { needsMeili } from '../support/engines/engines.ts'
import { openMeili } from '../support/engines/meilisearch.ts'
import { openTestShop, type TestShop } from '../support/shop/shop.ts'

/** Texts whose best hits include products that share a drawing, a brand's colour and a label. */
const texts = ['oxygen', 'flowmeter', 'autoclave', 'infusion pump', 'mobile x ray', 'tablet', 'brace', 'aio trolley']

type Engine = { env: Record<string, string>; close(): Promise<void> }

const onPostgres = () => Promise.resolve<Engine>({ env: {}, close: () => Promise.resolve() })

async function onMeilisearch(): Promise<Engine> {
  const meili = await openMeili()
  const { url, key = '' } = meili
  return { env: { MEILI_URL: url, MEILI_KEY: key, MEILI_INDEX: `shop-${newId()}` }, close: () => meili.close() }
}

describe('neighbours of a list look different on Postgres', () => {
  looksDifferent(onPostgres)
})
describe('neighbours of a list look different on Meilisearch', needsMeili, () => {
  looksDifferent(onMeilisearch)
})

function looksDifferent(open: () => Promise<Engine>): void {
  let engine: Engine
  let shop: TestShop
  let products: ReadonlyMap<string, Product>

  beforeAll(async () => {
    engine = await open()
    shop = await openTestShop({ SEED: 'demo', ...engine.env })
    await shop.settled()
    products = new Map((await allProducts(shop)).map((product) => [product.id, product]))
  })
  afterAll(async () => {
    await shop.close()
    await engine.close()
  })

  const alikeIn = (ids: readonly string[]) => {
    const list = ids.map((id) => products.get(id))
    return list.flatMap((product, at) => {
      const before = list[at - 1]
      return product && before && looksAlike(product, before) ? [`${before.title} | ${product.title}`] : []
    })
  }

  test('among the products similar to each product of the demo catalogue', async () => {
    const alike: string[] = []
    for (const id of products.keys()) {
      const { body } = await shop.call('GET', `/api/products/product/${id}?size=10`)
      const ids = body.map(({ similarProductId }: SimilarProduct) => similarProductId)
      expect(new Set(ids).size).toBe(10)
      alike.push(...alikeIn(ids))
    }
    expect(alike).toEqual([])
  })

  test.each(texts)('among the best hits of %s', async (text) => {
    const { body } = await shop.call('PUT', '/api/products/search', { body: { text } })
    expect(alikeIn(body.content.map(({ id }: FoundProduct) => id))).toEqual([])
  })
}

async function allProducts(shop: TestShop): Promise<Product[]> {
  const all: Product[] = []
  for (let page = 0; ; page++) {
    const { body } = await shop.call('GET', `/api/products?page=${page}&size=100`)
    all.push(...body.content)
    if (body.last === true) return all
  }
}
