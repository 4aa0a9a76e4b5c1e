import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addProducts, monitor, openTestShop, orderFor, type TestShop } from '../support/shop/shop.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const get = (path: string) => shop.call('GET', path)
const search = (text: string) => shop.call('PUT', '/api/products/search', { body: { text } })
const adminWith = (headers: Record<string, string>) => (method: string, path: string, body?: unknown) =>
  shop.call(method, path, { token: shop.adminToken, body, headers })
const admin = (method: string, path: string, body?: unknown) => adminWith({})(method, path, body)

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
    const found = await search('onload')
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
    expect((await search('leaving soon')).body.totalElements).toBe(0)
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
    expect((await search('only once')).body.totalElements).toBe(1)
  })

  test('is restricted to ADMIN', async () => {
    const { accessToken } = await shop.signUp()
    const [added] = await addProducts(shop, [{}])
    const calls: [string, string][] = [
      ['POST', '/api/products'],
      ['PUT', `/api/products/${added?.id}`],
      ['DELETE', `/api/products/${added?.id}`],
      ['GET', `/api/products/${added?.id}/history`],
    ]
    for (const [method, path] of calls) {
      const body = method === 'GET' || method === 'DELETE' ? undefined : monitor
      expect((await shop.call(method, path, { body })).status).toBe(401)
      expect((await shop.call(method, path, { body, token: accessToken })).status).toBe(403)
    }
  })
})
