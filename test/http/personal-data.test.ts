import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { type Answer } from '../support/shop/api-caller.ts'
import { addProducts, openTestShop, orderFor, type TestShop } from '../support/shop/shop.ts'

let shop: TestShop
let asha: Answer['body']
let orderId: string
let document: Answer

const cartId = '0f0e5c1e-6f0e-4d53-9c36-0d6a1f3a9b12'

beforeAll(async () => {
  shop = await openTestShop({ BUDGET_SCALE: '1' })
  const [product] = await addProducts(shop, [{}])
  if (product === undefined) throw new Error('no product was added')
  asha = await shop.signUp('asha')
  const ravi = await shop.signUp('ravi')
  const order = async (token: string) =>
    (await shop.call('POST', '/api/orders', { token, body: orderFor([[product, 2]]) })).body.orderId
  orderId = await order(asha.accessToken)
  await order(ravi.accessToken)
  await shop.call('POST', `/api/orders/${orderId}/confirm`, { token: shop.adminToken, body: {} })
  const named = { id: product.id, title: 'Patient Monitor', company: 'Aarogya', logoUrl: '' }
  const request = { ...named, description: 'The alarm stays silent', address: 'Ward 7, Pune' }
  await shop.call('POST', '/api/orders/productRequest', { token: asha.accessToken, body: request })
  await shop.call('PUT', `/api/carts/${cartId}/items/${product.id}`, { token: asha.accessToken, body: { quantity: 3 } })
  await shop.call('POST', `/api/carts/${cartId}/claim`, { token: asha.accessToken, body: {} })
  await eventually(async () => {
    const { body } = await shop.call('GET', '/api/ops/jobs', { token: shop.adminToken })
    const kinds = new Set(body.content.map(({ kind }: { kind: string }) => kind))
    const missing = ['order-confirmed', 'order-placed', 'service-request-received'].filter((kind) => !kinds.has(kind))
    if (missing.length + body.counts.waiting > 0) throw new Error(`mails are still to be sent: ${missing.join(', ')}`)
  })
  document = await shop.call('GET', '/api/users/me/data', { token: asha.accessToken })
})
afterAll(() => shop.close())

test('a person gets everything that the shop stores about them, as a file', () => {
  expect(document.status).toBe(200)
  expect(document.headers.get('Content-Disposition')).toBe('attachment; filename="my-data.json"')
  expect(document.headers.get('Cache-Control')).toBe('no-store')
  const { account, orders, serviceRequests, carts, mails, actions } = document.body
  expect(account).toMatchObject({ id: asha.id, name: 'asha Rao', emailVerified: false, consent: { givenAt: /./ } })
  expect(orders).toMatchObject([{ orderId, history: [{ type: 'OrderPlaced' }, { type: 'OrderConfirmed' }] }])
  expect(serviceRequests).toMatchObject([{ description: 'The alarm stays silent', address: 'Ward 7, Pune' }])
  expect(carts).toMatchObject([{ cartId, status: 'open' }])
  expect(mails.map(({ kind }: { kind: string }) => kind).toSorted()).toEqual(
    ['order-confirmed', 'order-placed', 'service-request-received', 'verify-email'].toSorted(),
  )
  const types = actions.map(({ type }: { type: string }) => type)
  expect(types).toEqual(expect.arrayContaining(['OrderPlaced', 'ServiceRequestRaised', 'CartClaimed']))
})

test('it contains nothing about other people: no order of another buyer, no name of the admin', () => {
  expect(document.text).not.toContain('ravi')
  expect(document.text).not.toContain('Administrator')
})

test('it contains no password, in any form', () => {
  expect(document.text).not.toMatch(/argon2|quiet morning/)
})

test('it is refused after too many downloads in an hour', async () => {
  const statuses = []
  for (let index = 0; index < 10; index += 1)
    statuses.push((await shop.call('GET', '/api/users/me/data', { token: asha.accessToken })).status)
  expect(statuses.slice(-2)).toEqual([200, 429])
})
