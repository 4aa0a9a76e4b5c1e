import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { monitor, openTestShop, type TestShop } from '../support/shop/shop.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const admin = (method: string, path: string, body?: unknown) =>
  shop.call(method, path, { token: shop.adminToken, body })

const pictured = {
  ...monitor,
  title: 'Described Monitor',
  company: 'Described Ltd',
  logoUrl: '/images/a.svg',
  imgUrl1: '/images/b.svg',
  logoAlt: ' Monitor, seen\nfrom the front ',
}

const textsOf = ({ logoAlt, imgAlt1, imgAlt2, imgAlt3 }: Record<string, unknown>) => [
  logoAlt,
  imgAlt1,
  imgAlt2,
  imgAlt3,
]
const none = [undefined, undefined, undefined, undefined]

/** As each kind of read model has them. */
async function shown(id: string) {
  await shop.settled()
  const one = await shop.call('GET', `/api/products/${id}`)
  const found = await shop.call('GET', '/api/products/company/Described%20Ltd')
  return [one.body, found.body.content.find((product: { id: string }) => product.id === id)].map(textsOf)
}

describe('the alternative texts of pictures', () => {
  test('are shown with the product and in lists, and omitted if there are none', async () => {
    const { status, body } = await admin('POST', '/api/products', pictured)
    expect(status).toBe(201)
    const texts = ['Monitor, seen from the front', undefined, undefined, undefined]
    expect(textsOf(body)).toEqual(texts)
    expect(body).not.toHaveProperty('imgAlt1')
    expect(await shown(body.id)).toEqual([texts, texts])
  })

  test('are kept with their pictures when a client omits them, and removed when they are emptied', async () => {
    const { body } = await admin('POST', '/api/products', { ...pictured, imgAlt1: 'From behind' })
    const { logoAlt: _front, imgAlt1: _behind, ...others } = body
    const swapped = { ...others, logoUrl: body.imgUrl1, imgUrl1: body.logoUrl }
    const path = `/api/products/${body.id}`
    const texts = ['From behind', 'Monitor, seen from the front', undefined, undefined]
    expect(textsOf((await admin('PUT', path, swapped)).body)).toEqual(texts)
    expect(await shown(body.id)).toEqual([texts, texts])
    await admin('PUT', path, { ...swapped, logoAlt: '', imgAlt1: '' })
    expect(await shown(body.id)).toEqual([none, none])
  })

  test('are those of the pictures of similar products', async () => {
    const { body: described } = await admin('POST', '/api/products', pictured)
    const { body: plain } = await admin('POST', '/api/products', monitor)
    await shop.settled()
    const { body: similar } = await shop.call('GET', `/api/products/product/${described.id}`)
    expect(similar.find(({ id }: { id: string }) => id === plain.id)).not.toHaveProperty('similarProductImageAlt')
    const { body } = await shop.call('GET', `/api/products/product/${plain.id}`)
    const alternative = { id: described.id, similarProductImageAlt: 'Monitor, seen from the front' }
    expect(body).toContainEqual(expect.objectContaining(alternative))
  })

  test('are kept when a product is deleted and restored', async () => {
    const { body } = await admin('POST', '/api/products', pictured)
    await admin('DELETE', `/api/products/${body.id}`)
    await admin('POST', `/api/products/${body.id}/restore`)
    const texts = ['Monitor, seen from the front', undefined, undefined, undefined]
    expect(await shown(body.id)).toEqual([texts, texts])
  })

  test('have at most 250 characters', async () => {
    const { status, body } = await admin('POST', '/api/products', { ...pictured, imgAlt1: 'x'.repeat(251) })
    expect(status).toBe(400)
    expect(body.errors).toMatchObject([{ field: 'imgAlt1' }])
  })
})
