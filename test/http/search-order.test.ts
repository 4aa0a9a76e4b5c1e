import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addProducts, openTestShop, type TestShop } from '../support/shop/shop.ts'

let shop: TestShop

const [one, other] = ['https://pictures.example/one.png', 'https://pictures.example/other.png']

beforeAll(async () => {
  shop = await openTestShop()
  const products = [
    { title: 'Cart for Quern ZQ-10', logoUrl: other, lookupType: 'Accessory', modelNumber: 'C-1' },
    { title: 'Quern ZQ-10 Duo', logoUrl: one, modelNumber: 'D-1' },
    { title: 'Quern Z', logoUrl: one, modelNumber: 'ZQ-10' },
    { title: 'Winnow, 8 in', logoUrl: other },
    { title: 'Winnow, 12.1 in', logoUrl: one },
    { title: 'Winnow, 12 in', logoUrl: one },
    { title: 'Tarpan Blue', logoUrl: other },
    { title: 'Tarpan Red', logoUrl: one },
    { title: 'Tarpan Green', logoUrl: one },
  ]
  const texts = { description: 'Made of steel.', featureDescription: 'Colour: grey' }
  await addProducts(
    shop,
    products.map((product) => ({ ...texts, ...product })),
  )
})
afterAll(() => shop.close())

async function found(text: string): Promise<string[]> {
  const { body } = await shop.call('PUT', '/api/products/search', { body: { text } })
  return body.content.map(({ title }: { title: string }) => title)
}

describe('hits with the same picture', () => {
  test('of a better code stay before the others', async () => {
    expect((await found('ZQ-10')).slice(0, 2)).toEqual(['Quern Z', 'Quern ZQ-10 Duo'])
  })

  test('with the value that is asked for stay before near values', async () => {
    const best = ['Winnow, 12 in', 'Winnow, 12.1 in', 'Winnow, 8 in']
    expect(await found('12 inch winnow')).toEqual(best)
    expect(await found('12 inch')).toEqual(expect.arrayContaining(best))
    expect((await found('12 inch')).slice(0, 2)).toEqual(best.slice(0, 2))
  })

  test('that fit equally well are set apart', async () => {
    expect(await found('tarpan')).toEqual(['Tarpan Green', 'Tarpan Blue', 'Tarpan Red'])
  })
})
