import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { returnableUntil } from '#modules/ordering/domain/order.ts'
import { addProducts, openTestShop, orderFor, type TestShop } from '../support/shop/shop.ts'

let shop: TestShop
let products: Awaited<ReturnType<typeof addProducts>>

beforeAll(async () => {
  shop = await openTestShop()
  products = await addProducts(shop, [{}, { title: 'Safe Syringe 5 ml', price: 38.5, posttype: 'lab-equipments' }])
})
afterAll(() => shop.close())

const [monitorAt, syringeAt] = [0, 1]
const product = (at: number) => products[at] ?? expect.fail('no such product')
const place = (body: unknown, token: string) => shop.call('POST', '/api/products/bookOrderRequest', { body, token })

const step = (orderId: string, name: string, body: unknown = {}) =>
  shop.call('POST', `/api/orders/${orderId}/${name}`, { token: shop.adminToken, body })

async function placed() {
  const buyer = await shop.signUp()
  const { body } = await place(orderFor([[product(monitorAt), 1]]), buyer.accessToken)
  return { buyer, orderId: String(body.orderId) }
}

describe('the life of an order', () => {
  test('is shown step by step, to the admin in full and to the buyer without other people’s ids', async () => {
    const { buyer, orderId } = await placed()
    expect((await step(orderId, 'confirm')).body.status).toBe('confirmed')
    expect((await step(orderId, 'dispatch', { carrier: 'Bluedart', trackingNumber: 'BD1' })).body.status).toBe(
      'dispatched',
    )
    expect((await step(orderId, 'deliver')).body).toMatchObject({
      status: 'delivered',
      payment: { status: 'collected' },
    })
    expect((await step(orderId, 'return', { reason: 'Broken' })).body.status).toBe('returned')
    const forBuyer = await shop.call('GET', `/api/orders/${orderId}/history`, { token: buyer.accessToken })
    const types = [
      'OrderPlaced',
      'OrderConfirmed',
      'OrderDispatched',
      'OrderDelivered',
      'PaymentCollected',
      'OrderReturned',
    ]
    expect(forBuyer.body.map((entry: { type: string }) => entry.type)).toEqual(types)
    expect(forBuyer.body[0].by).toMatchObject({ id: buyer.id })
    expect(forBuyer.body[1].by).toEqual({ name: 'The shop', role: 'ADMIN' })
    const forAdmin = await shop.call('GET', `/api/orders/${orderId}/history`, { token: shop.adminToken })
    expect(forAdmin.body[1].by).toMatchObject({ role: 'ADMIN', id: expect.any(String) })
    const sealedFor = buyer.id
    expect(forAdmin.body[2].data).toEqual({ carrier: 'Bluedart', trackingNumber: 'BD1', sealedFor })
  })

  test('says until when a delivered order can be returned, on its own and in the lists', async () => {
    const { buyer, orderId } = await placed()
    const token = shop.adminToken
    async function shown() {
      const lists = [`/api/orders?text=${orderId}`, `/api/orders/myorder/${buyer.loginUserName}`]
      const [order, ...pages] = await Promise.all(
        [`/api/orders/${orderId}`, ...lists].map((path) => shop.call('GET', path, { token })),
      )
      return [order?.body, ...pages.map(({ body }) => body.content[0])].map((one) => [one.orderId, one.returnableUntil])
    }
    const everywhere = (until?: string) => Array.from({ length: 3 }, () => [orderId, until])
    for (const name of ['confirm', 'dispatch']) await step(orderId, name)
    expect(await shown()).toEqual(everywhere())
    await step(orderId, 'deliver')
    const { body } = await shop.call('GET', `/api/orders/${orderId}/history`, { token })
    const { deliveredAt } = body.find(({ type }: { type: string }) => type === 'OrderDelivered').data
    expect(await shown()).toEqual(everywhere(returnableUntil(deliveredAt)))
    await step(orderId, 'return', { reason: 'Broken' })
    expect(await shown()).toEqual(everywhere())
  })

  test('can be read as of a revision and as of a time', async () => {
    const { buyer, orderId } = await placed()
    await step(orderId, 'confirm')
    const at = async (query: string) =>
      shop.call('GET', `/api/orders/${orderId}?${query}`, { token: buyer.accessToken })
    expect((await at('revision=0')).body).toMatchObject({ status: 'received', revision: 0 })
    expect((await at('revision=1')).body).toMatchObject({ status: 'confirmed', revision: 1 })
    expect((await at('at=2020-01-01T00:00:00Z')).status).toBe(404)
    expect((await at('at=2099-01-01T00:00:00Z')).body.status).toBe('confirmed')
    expect((await at('revision=-1')).status).toBe(400)
    expect((await at('at=yesterday')).status).toBe(400)
  })

  test('rejects a step that its status does not allow, and names both', async () => {
    const { orderId } = await placed()
    const answer = await step(orderId, 'deliver')
    expect(answer.status).toBe(409)
    expect(answer.body.detail).toMatch(/deliver.*received/)
    expect((await step(orderId, 'teleport')).status).toBe(404)
    expect((await step(orderId, 'cancel', { reason: ' ' })).body.message).toBe('Please give a reason')
    expect((await step(orderId, 'cancel', { reason: '\u200b' })).body.message).toBe('Please give a reason')
  })

  test('honours If-Match', async () => {
    const { orderId } = await placed()
    const stale = { token: shop.adminToken, body: {}, headers: { 'If-Match': '"7"' } }
    expect((await shop.call('POST', `/api/orders/${orderId}/confirm`, stale)).status).toBe(412)
    const fresh = { ...stale, headers: { 'If-Match': '"0"' } }
    const confirmed = await shop.call('POST', `/api/orders/${orderId}/confirm`, fresh)
    expect(confirmed.headers.get('ETag')).toBe('"1"')
  })

  test('lets the buyer cancel while it is received, once', async () => {
    const { buyer, orderId } = await placed()
    const cancel = () => shop.call('DELETE', `/api/orders/${orderId}`, { token: buyer.accessToken })
    const answers = [await cancel(), await cancel()]
    for (const { body } of answers) expect(body).toMatchObject({ status: 'cancelled', revision: 1 })
    const [first, again] = answers.map(({ headers }) => headers.get('X-Event-Position'))
    expect([first, again]).toEqual([expect.stringMatching(/^\d+$/), first])
    const other = await placed()
    await step(other.orderId, 'confirm')
    const tooLate = await shop.call('DELETE', `/api/orders/${other.orderId}`, { token: other.buyer.accessToken })
    expect(tooLate.status).toBe(409)
    expect((await shop.call('DELETE', `/api/orders/${other.orderId}`, { token: shop.adminToken })).body.status).toBe(
      'cancelled',
    )
  })
})

describe('lists of orders', () => {
  test('are restricted to the admin, newest first, searched by text and status', async () => {
    const buyer = await shop.signUp('meera')
    const order = orderFor([[product(syringeAt), 3]])
    await place({ ...order, shipping: { ...order.shipping, city: 'Vadodara' } }, buyer.accessToken)
    const find = (query: string) => shop.call('GET', `/api/orders?${query}`, { token: shop.adminToken })
    expect((await find('text=vadodara%20syringe')).body.content).toMatchObject([{ orderId: order.orderId }])
    expect((await find(`text=${order.orderId}&status=received`)).body.totalElements).toBe(1)
    expect((await find(`text=${order.orderId}&status=delivered`)).body.totalElements).toBe(0)
    expect((await find('text=%25')).body.totalElements).toBe(0)
    expect((await find('')).body.content[0].orderId).toBe(order.orderId)
    expect((await find('status=lost')).status).toBe(400)
    expect((await shop.call('GET', '/api/orders', { token: buyer.accessToken })).status).toBe(403)
  })

  test('show a buyer only their own, whether another’s exists or not', async () => {
    const [asha, ravi] = [await shop.signUp('asha'), await shop.signUp('ravi')]
    await place(orderFor([[product(monitorAt), 1]]), asha.accessToken)
    const list = (name: string, token: string) => shop.call('GET', `/api/orders/myorder/${name}`, { token })
    expect((await list(asha.loginUserName, asha.accessToken)).body.totalElements).toBe(1)
    expect((await list(asha.loginUserName.toUpperCase(), asha.accessToken)).body.totalElements).toBe(1)
    const other = await list(asha.loginUserName, ravi.accessToken)
    const nobody = await list('nobody.at.all', ravi.accessToken)
    expect([other.status, nobody.status]).toEqual([403, 403])
    expect({ ...other.body, instance: '' }).toEqual({ ...nobody.body, instance: '' })
    expect((await list(asha.loginUserName, shop.adminToken)).body.totalElements).toBe(1)
  })

  test('are counted for every buyer, including orders just placed', async () => {
    const count = async (base = '') => (await shop.call('GET', `${base}/public/numberOfOrders`)).body
    const { accessToken } = await shop.signUp()
    const before = await count()
    await place(orderFor([[product(monitorAt), 1]]), accessToken)
    expect([await count(), await count('/api')]).toEqual([before + 1, before + 1])
  })
})
