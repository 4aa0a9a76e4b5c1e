import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addProducts, monitor, openTestShop, orderFor, type TestShop } from '../support/shop/shop.ts'

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
const search = (body: unknown, query = '') => shop.call('PUT', `/api/products/search${query}`, { body })
const between = async (minPrice: number, maxPrice: number) =>
  titles((await search({ text: '', minPrice, maxPrice })).body)
const titles = (page: { content: { title: string }[] }) => page.content.map(({ title }) => title)
const adminWith = (headers: Record<string, string>) => (method: string, path: string, body?: unknown) =>
  shop.call(method, path, { token: shop.adminToken, body, headers })
const admin = (method: string, path: string, body?: unknown) => adminWith({})(method, path, body)

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

describe('maintaining the catalogue', () => {
  const fieldsInOrder = ['title', 'company', 'price', 'qty', 'lookupType', 'brand', 'featureDescription', 'description']
  const messages = [
    'Title cannot be empty',
    'Company cannot be empty',
    'Price cannot be empty',
    'Quantity cannot be empty',
    'Lookup Type cannot be empty',
    'Brand Type cannot be empty',
    'Feature Description Type cannot be empty',
    'Description cannot be empty',
  ]

  test('names every missing field with its message, in the specification’s order', async () => {
    const { status, body } = await admin('POST', '/api/products', {})
    expect(status).toBe(400)
    expect(body.errors).toEqual(fieldsInOrder.map((field, i) => ({ field, defaultMessage: messages[i] })))
    expect(body.message).toBe('Title cannot be empty')
  })

  test.each([
    ['price', -1],
    ['price', 0.001],
    ['price', '5'],
    ['price', 1e308],
    ['qty', 1.5],
    ['qty', -1],
    ['qty', '3'],
    ['title', 'x'.repeat(201)],
    ['title', '\u200b\u00a0'],
    ['posttype', 'no-such-category'],
    ...[
      'javascript:alert(1)',
      'JaVa\nScRiPt:x',
      'data:image/svg+xml,x',
      'blob:x',
      'file:///x',
      '//h/x',
      'http://h/x',
      'https://u:p@h/x',
      '/\\evil',
      '/%2f/evil.example/x.png',
      '/%5cevil.example/x.png',
    ].map((url) => ['logoUrl', url] as [string, string]),
  ])('rejects %s %j', async (field, value) => {
    const { status, body } = await admin('POST', '/api/products', { ...monitor, [field]: value })
    expect(status).toBe(400)
    expect(body.errors[0].field).toBe(field)
  })

  test('keeps text as typed', async () => {
    const title = `<svg/onload=alert(1)> </script> {{7*7}} "x" 'y' & \u202Emirror 🩺 नमस्ते`
    const [added] = await addProducts(shop, [{ title }])
    expect((await get(`/api/products/${added?.id}`)).body.title).toBe(title)
    const found = await search({ text: 'onload' })
    expect(found.body.content[0].highlight.title).not.toMatch(/<svg|<\/script/)
    await admin('DELETE', `/api/products/${added?.id}`)
  })

  test('changes a product, conditionally on request, and keeps its past prices', async () => {
    const [added] = await addProducts(shop, [{ title: 'Repriced' }])
    const path = `/api/products/${added?.id}`
    const changed = await adminWith({ 'If-Match': '"0"' })('PUT', path, { ...monitor, title: 'Repriced', price: 100 })
    expect(changed.body.price).toBe(100)
    expect(changed.headers.get('ETag')).toBe('"1"')
    const stale = await adminWith({ 'If-Match': '"0"' })('PUT', path, { ...monitor, title: 'Repriced', price: 90 })
    expect(stale.status).toBe(412)
    const { body } = await admin('GET', `${path}/history`)
    expect(body).toMatchObject([
      { type: 'ProductAdded', by: { role: 'ADMIN' } },
      { type: 'ProductPriceChanged', data: { from: 8450050, to: 10000 }, revision: 1 },
    ])
    const same = await admin('PUT', path, { ...monitor, title: 'Repriced', price: 100 })
    expect(same.headers.get('ETag')).toBe('"1"')
    await admin('DELETE', path)
  })

  test('deletes, and a second time has no further effect', async () => {
    const [added] = await addProducts(shop, [{ title: 'Leaving soon' }])
    const path = `/api/products/${added?.id}`
    expect((await admin('DELETE', path)).status).toBe(204)
    expect((await get(path)).status).toBe(404)
    expect((await search({ text: 'leaving soon' })).body.totalElements).toBe(0)
    expect((await admin('DELETE', path)).status).toBe(204)
    expect((await admin('PUT', path, monitor)).status).toBe(404)
    expect((await admin('DELETE', '/api/products/never-was')).status).toBe(404)
    const { accessToken } = await shop.signUp()
    const order = { token: accessToken, body: orderFor([[{ ...monitor, id: added?.id ?? '' }, 1]]) }
    expect((await shop.call('POST', '/api/orders', order)).status).toBe(409)
  })

  test('adds once under one Idempotency-Key', async () => {
    const headers = { 'Idempotency-Key': 'add-1' }
    const first = await adminWith(headers)('POST', '/api/products', { ...monitor, title: 'Only once' })
    const second = await adminWith(headers)('POST', '/api/products', { ...monitor, title: 'Only once' })
    expect(second.text).toBe(first.text)
    expect((await search({ text: 'only once' })).body.totalElements).toBe(1)
  })

  test('is restricted to ADMIN', async () => {
    const { accessToken } = await shop.signUp()
    const calls: [string, string][] = [
      ['POST', '/api/products'],
      ['PUT', `/api/products/${products[0]?.id}`],
      ['DELETE', `/api/products/${products[0]?.id}`],
      ['GET', `/api/products/${products[0]?.id}/history`],
    ]
    for (const [method, path] of calls) {
      const body = method === 'GET' || method === 'DELETE' ? undefined : monitor
      expect((await shop.call(method, path, { body })).status).toBe(401)
      expect((await shop.call(method, path, { body, token: accessToken })).status).toBe(403)
    }
  })
})
