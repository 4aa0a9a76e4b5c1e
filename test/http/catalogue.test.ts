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

const get = (path: string, headers?: Record<string, string>) => shop.call('GET', path, { headers })
const titles = (page: { content: { title: string }[] }) => page.content.map(({ title }) => title)
const admin = (method: string, path: string, body?: unknown) =>
  shop.call(method, path, { token: shop.adminToken, body })

describe('lists', () => {
  test('are paged, newest first', async () => {
    const { body } = await get('/api/products?page=1&size=2')
    expect(body).toMatchObject({ first: false, last: false, number: 1, size: 2, totalElements: 5, totalPages: 3 })
    expect(titles(body)).toEqual(['Asthi Bone Drill', 'Prana Oxygen Concentrator 10 L'])
  })

  test('have ten entries unless another size is requested', async () =>
    expect((await get('/api/products')).body).toMatchObject({ size: 10, number: 0, first: true, last: true }))

  test.each([
    'page=-1',
    'size=0',
    'size=101',
    'size=1e9',
    'page=0x10',
    'page=-0',
    'page=1&page=2',
    'page[]=1',
    'page=a',
    'page=',
  ])('reject ?%s', async (query) => {
    const answer = await get(`/api/products?${query}`)
    expect(answer.status).toBe(400)
    expect(answer.body.errors[0].field).toMatch(/^(page|size)$/)
  })

  test('include the newest products', async () => {
    const { body } = await get('/api/products/newest?number=2')
    expect(body.map((product: { title: string }) => product.title)).toEqual([
      `"Quoted" \\ Monitor`,
      'Saline 0.9 % 500 ml',
    ])
    expect((await get('/api/products/newest')).body).toHaveLength(5)
    expect((await get('/api/products/newest?number=51')).status).toBe(400)
  })

  test('of a collection ignore case, and a top-level one includes its sub-categories', async () => {
    expect(titles((await get('/api/products/collection/oxygen-machines')).body)).toEqual([
      'Prana Oxygen Concentrator 10 L',
    ])
    expect((await get('/api/products/collection/OXYGEN-Machines')).body.totalElements).toBe(1)
    expect((await get('/api/products/collection/medical-devices')).body.totalElements).toBe(3)
    expect(titles((await get('/api/products/collection/tools')).body)).toEqual(['Asthi Bone Drill'])
    expect((await get('/api/products/collection/medicines')).body.totalElements).toBe(1)
    expect((await get('/api/products/collection/trolley-mounting')).body.totalElements).toBe(0)
    for (const unknown of ['no-such', '%27%3B--', '..%2f', '%25'])
      expect((await get(`/api/products/collection/${unknown}`)).status).toBe(404)
  })
})

describe('one product', () => {
  test('has exactly the fields of the specification', async () => {
    const { body, headers } = await get(`/api/products/${products[0]?.id}`)
    const pictures = { imgUrl1: '', imgUrl2: '', imgUrl3: '' }
    const made = { id: products[0]?.id, createDate: expect.stringMatching(/Z$/), sku: null, modelNumber: 'VM-12' }
    expect(body).toEqual({ ...monitor, ...pictures, ...made })
    expect(headers.get('ETag')).toBe('"0"')
  })

  test('is not found if its id is unknown', async () => {
    const answer = await get('/api/products/no-such')
    expect(answer.status).toBe(404)
    expect(answer.body).toMatchObject({ status: 404, title: expect.any(String), instance: expect.any(String) })
  })

  test('responds with 304 to a client that has it already, until it changes', async () => {
    const [added] = await addProducts(shop, [{ title: 'Changing' }])
    const path = `/api/products/${added?.id}`
    const etag = (await get(path)).headers.get('ETag') ?? ''
    expect((await get(path, { 'If-None-Match': etag })).status).toBe(304)
    await admin('PUT', path, { ...monitor, title: 'Changed' })
    const changed = await get(path, { 'If-None-Match': etag })
    expect(changed.status).toBe(200)
    expect(changed.body.title).toBe('Changed')
    await admin('DELETE', path)
  })
})
