import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#core/domain/ids.ts'
import type { FoundProduct, SimilarProduct } from '#modules/catalogue/schema.ts'
import { needsMeili } from '../support/engines/engines.ts'
import { openMeili } from '../support/engines/meilisearch.ts'
import { addProducts, openTestShop, type TestShop } from '../support/shop/shop.ts'

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

/** Lamps of which those with the same letter have the same photo, in the order in which they are added. */
const lamps = ['a1', 'a2', 'b1', 'b2', 'c1', 'c2', 'a3', 'b3']

function looksDifferent(open: () => Promise<Engine>): void {
  let engine: Engine
  let shop: TestShop
  let photos: ReadonlyMap<string, string>

  beforeAll(async () => {
    engine = await open()
    shop = await openTestShop(engine.env)
    const added = await addProducts(
      shop,
      lamps.map((name) => ({
        title: `Zebu Lamp ${name}`,
        logoUrl: `https://pictures.example.in/${name.charAt(0)}.webp`,
      })),
    )
    photos = new Map(added.map(({ id, logoUrl }) => [id, logoUrl]))
  })
  afterAll(async () => {
    await shop.close()
    await engine.close()
  })

  const photosOf = (ids: readonly string[]) => ids.map((id) => photos.get(id))
  const alikeIn = (ids: readonly string[]) => photosOf(ids).filter((photo, at, all) => at > 0 && photo === all[at - 1])

  const search = async (sort: string): Promise<string[]> => {
    const { body } = await shop.call('PUT', '/api/products/search', { body: { text: 'zebu lamp', sort } })
    return body.content.map(({ id }: FoundProduct) => id)
  }

  test('among the products similar to one', async () => {
    for (const id of photos.keys()) {
      const { body } = await shop.call('GET', `/api/products/product/${id}?size=7`)
      const ids = body.map(({ similarProductId }: SimilarProduct) => similarProductId)
      expect(new Set(ids).size).toBe(7)
      expect(alikeIn(ids)).toEqual([])
    }
  })

  test('among the hits of a search, but a chosen order decides', async () => {
    const hits = await search('relevance')
    expect(new Set(hits).size).toBe(lamps.length)
    expect(alikeIn(hits)).toEqual([])
    expect(alikeIn(await search('newest'))).not.toEqual([])
  })
}
