import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addProducts, monitor, openTestShop, type TestShop } from '../support/shop/shop.ts'

let shop: TestShop
let products: Awaited<ReturnType<typeof addProducts>>

beforeAll(async () => {
  shop = await openTestShop()
  products = await addProducts(shop, [
    {},
    {
      title: 'Prana Oxygen Concentrator 10 L',
      brand: 'Prana',
      company: 'Prana Respi',
      posttype: 'Oxygen-Machines',
      price: 62000,
    },
    {
      title: 'Asthi Bone Drill',
      brand: 'Asthi',
      company: 'Asthi Ortho',
      posttype: 'orthopedic-power-tools',
      price: 118000,
    },
    { title: 'Saline 0.9 % 500 ml', brand: 'Jal', company: 'Jal Pharma', posttype: 'medicines', price: 19.99 },
    { title: `"Quoted" \\ Monitor`, brand: `O'Neil "B" \\`, company: `C" OR price >= 0 OR brand = "`, price: 7 },
  ])
})
afterAll(() => shop.close())

const get = (path: string) => shop.call('GET', path)
const search = (body: unknown, query = '') => shop.call('PUT', `/api/products/search${query}`, { body })
const between = async (minPrice: number, maxPrice: number) =>
  titles((await search({ text: '', minPrice, maxPrice })).body)
const titles = (page: { content: { title: string }[] }) => page.content.map(({ title }) => title)

describe('searching', () => {
  test('tolerates typing mistakes, prefixes and any word order, and marks the matches', async () => {
    for (const text of ['patint monitor', 'moniter pati', 'Monitor VM-12'])
      expect(titles((await search({ text })).body)).toContain(monitor.title)
    const { body } = await search({ text: 'oxigen concentrator' })
    expect(body.content[0]).toMatchObject({
      title: 'Prana Oxygen Concentrator 10 L',
      highlight: { title: expect.stringContaining('<mark>') },
    })
    expect(body.facets.category).toMatchObject({ 'oxygen-machines': 1 })
  })

  test('filters, sorts and pages', async () => {
    const all = await search({ text: '', sort: 'price-asc' })
    expect(titles(all.body)[0]).toBe(`"Quoted" \\ Monitor`)
    expect(titles((await search({ text: '', sort: 'price-desc' }, '?size=1')).body)).toEqual(['Asthi Bone Drill'])
    expect(
      titles((await search({ text: '', category: 'medical-devices', maxPrice: 70000, minPrice: 100 })).body),
    ).toEqual(['Prana Oxygen Concentrator 10 L'])
    expect((await search({ text: '', brand: 'Asthi' })).body.totalElements).toBe(1)
  })

  test('is exact to the paisa', async () => {
    expect(await between(19.99, 19.99)).toEqual(['Saline 0.9 % 500 ml'])
    expect(await between(20, 50)).toEqual([])
    expect(await between(19.991, 50)).toEqual([])
    expect(await between(8, 19.98)).toEqual([])
    expect(await between(8, 19.989)).toEqual([])
  })

  test('treats quotes and backslashes in names literally', async () => {
    expect((await search({ text: '', brand: `O'Neil "B" \\` })).body.totalElements).toBe(1)
    expect((await search({ text: '', company: `C" OR price >= 0 OR brand = "` })).body.totalElements).toBe(1)
    expect((await search({ text: '', category: `x" OR price >= 0 OR brand = "` })).body.totalElements).toBe(0)
    for (const text of ['%', '_', '\\', ':*', '!!', `'; drop table products; --`, 'x'.repeat(10_000)])
      expect((await search({ text })).status).toBe(200)
  })

  test.each([
    [{}],
    [{ text: 5 }],
    [{ text: '', sort: 'random' }],
    [{ text: '', minPrice: -1 }],
    [{ text: '', category: {} }],
  ])('rejects %j', async (body) => expect((await search(body)).status).toBe(400))

  test.each(['GET', 'POST', 'DELETE'])('does not support %s, and lists the supported methods', async (method) => {
    const { status, headers, text } = await shop.call(method, '/api/products/search', { token: shop.adminToken })
    expect({ status, methods: headers.get('Allow')?.split(', ') }).toEqual({ status: 405, methods: ['PUT', 'OPTIONS'] })
    expect(text).not.toContain('no such product')
  })

  test('suggests during typing', async () => {
    const { body } = await get('/api/products/suggest?text=oxy')
    expect(body[0]).toEqual({
      id: products[1]?.id,
      title: 'Prana Oxygen Concentrator 10 L',
      brand: 'Prana',
      posttype: 'oxygen-machines',
      logoUrl: products[1]?.logoUrl,
      price: products[1]?.price,
      highlight: expect.stringContaining('<mark>'),
    })
    expect((await get('/api/products/suggest?text=')).body).toEqual([])
    expect((await get('/api/products/suggest')).status).toBe(400)
  })

  test('suggests categories and brands with the products, also despite a typo', async () => {
    const { body } = await get('/api/search/suggestions?text=oxigen%20machi')
    expect(body).toMatchObject({ categories: ['oxygen-machines'], brands: [] })
    expect(body.products[0]).toMatchObject({ id: products[1]?.id, highlight: expect.any(String) })
    expect((await get('/api/search/suggestions?text=prna')).body).toMatchObject({ categories: [], brands: ['Prana'] })
    expect((await get('/api/search/suggestions?text=')).body).toEqual({ products: [], categories: [], brands: [] })
    expect((await get('/api/search/suggestions')).status).toBe(400)
  })

  test('finds the products of a company, and similar ones', async () => {
    expect((await get('/api/products/company/Prana%20Respi')).body.totalElements).toBe(1)
    expect((await get('/api/products/company/nobody')).body.content).toEqual([])
    const similar = await get(`/api/products/product/${products[0]?.id}?size=3`)
    expect(similar.body.map((product: { similarProductId: string }) => product.similarProductId)).not.toContain(
      products[0]?.id,
    )
    expect(Object.keys(similar.body[0]).toSorted()).toEqual([
      'id',
      'similarProductBrand',
      'similarProductCompany',
      'similarProductId',
      'similarProductImageUrl',
      'similarProductPrice',
      'similarProductTitle',
    ])
    expect((await get('/api/products/product/no-such')).status).toBe(404)
  })
})
