import { expect, test } from 'vitest'
import { offerCache, type Offer } from './offer-book.ts'

function offerOf(productId: string, pricePaise: number): Offer {
  return { productId, title: 'A trolley', company: 'C', brand: 'B', logoUrl: '', pricePaise }
}

type List = { prices: Record<string, number>; stamp: string | undefined; whileRead?: () => void }

/** A product list with prices that records the ids of each read. */
function list(prices: Record<string, number>) {
  const reads: string[][] = []
  const list: List = { prices, stamp: '1-1' }
  const find = offerCache({
    find: (ids) => {
      reads.push([...ids])
      const found = Object.entries(list.prices).filter(([id]) => ids.includes(id))
      list.whileRead?.()
      return Promise.resolve(new Map(found.map(([id, price]) => [id, offerOf(id, price)])))
    },
    stamp: () => list.stamp,
  })
  const priceOf = async (id: string) => (await find([id])).get(id)?.pricePaise
  return Object.assign(list, { reads, find, priceOf })
}

test('reads an offer once while the list is unchanged', async () => {
  const shop = list({ a: 100, b: 200 })
  expect([await shop.priceOf('a'), await shop.priceOf('a')]).toEqual([100, 100])
  expect((await shop.find(['a', 'b'])).get('b')?.pricePaise).toBe(200)
  expect(shop.reads).toEqual([['a'], ['b']])
})

test('reads again after the list has changed', async () => {
  const shop = list({ a: 100 })
  await shop.priceOf('a')
  Object.assign(shop, { prices: { a: 120 }, stamp: '1-2' })
  expect(await shop.priceOf('a')).toBe(120)
  Object.assign(shop, { prices: {}, stamp: '2-2' })
  expect(await shop.priceOf('a')).toBeUndefined()
})

test('caches nothing while it is unknown whether the list has changed', async () => {
  const shop = list({ a: 100 })
  await shop.priceOf('a')
  Object.assign(shop, { prices: { a: 120 }, stamp: undefined })
  expect(await shop.priceOf('a')).toBe(120)
  shop.prices = { a: 130 }
  expect(await shop.priceOf('a')).toBe(130)
})

test('does not cache that a product is not on offer', async () => {
  const shop = list({})
  expect(await shop.priceOf('a')).toBeUndefined()
  shop.prices = { a: 100 }
  expect(await shop.priceOf('a')).toBe(100)
})

test('does not cache under the new stamp an offer that was read before the change', async () => {
  const shop = list({ a: 100 })
  shop.whileRead = () => Object.assign(shop, { prices: { a: 120 }, stamp: '1-2' })
  expect(await shop.priceOf('a')).toBe(100)
  expect(await shop.priceOf('a')).toBe(120)
})
