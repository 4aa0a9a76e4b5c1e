import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allProjections } from '#modules/shop/manifests.ts'
import { eventually } from '../support/eventually.ts'
import { businessMailsOf } from '../support/shop/outbox.ts'
import { addProducts, openTestShop, orderFor, type TestShop } from '../support/shop/shop.ts'

let shop: TestShop
let orderId: string
let buyer: Awaited<ReturnType<TestShop['signUp']>>

beforeAll(async () => {
  shop = await openTestShop()
  const [product] = await addProducts(shop, [{}])
  if (!product) throw new Error('no product')
  buyer = await shop.signUp()
  const order = orderFor([[product, 1]])
  orderId = order.orderId
  await shop.call('POST', '/api/orders', { token: buyer.accessToken, body: order })
  await shop.call('POST', `/api/orders/${orderId}/confirm`, { token: shop.adminToken, body: {} })
})
afterAll(() => shop.close())

const audit = (query: string, token = shop.adminToken) => shop.call('GET', `/api/audit/events?${query}`, { token })

describe('the audit', () => {
  test('shows every event with all its metadata, newest first', async () => {
    const { body } = await audit(`stream=order-${orderId}`)
    expect(body).toMatchObject({ totalElements: 2, content: [{ type: 'OrderConfirmed' }, { type: 'OrderPlaced' }] })
    expect(body.content[1]).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      position: expect.any(Number),
      stream: `order-${orderId}`,
      revision: 0,
      category: 'order',
      type: 'OrderPlaced',
      at: expect.stringMatching(/Z$/),
      by: { id: buyer.id, name: buyer.name, role: 'USER' },
      correlationId: expect.any(String),
      causationId: expect.any(String),
      schemaVersion: 1,
      data: expect.objectContaining({ orderId }),
      sentence: `${buyer.name} placed the order, 1 item, ₹84,500.50`,
      mails: expect.any(Array),
    })
  })

  test('is filtered by every attribute', async () => {
    const count = async (query: string) => (await audit(query)).body.totalElements
    const placed = (await audit('type=OrderPlaced')).body.content[0]
    expect(await count(`category=order&by=${buyer.id}`)).toBe(1)
    expect(await count(`correlationId=${placed.correlationId}&category=order`)).toBe(1)
    expect(await count(`from=${placed.at}&to=${placed.at}&type=OrderPlaced`)).toBe(1)
    expect(await count('from=2099-01-01T00:00:00Z')).toBe(0)
    expect(await count('category=product')).toBe(1)
    expect(await count(`type=${encodeURIComponent("' or 1=1 --")}`)).toBe(0)
    for (const from of ['yesterday', '0000-01-01T00:00:00Z', '2026-11-20', '1969-12-31T23:59:59Z'])
      expect((await audit(`from=${from}`)).status).toBe(400)
    expect((await audit('', buyer.accessToken)).status).toBe(403)
  })

  test('ties the request to its events', async () => {
    const answer = await shop.call('POST', `/api/orders/${orderId}/dispatch`, { token: shop.adminToken, body: {} })
    const { body } = await audit(`correlationId=${answer.headers.get('X-Request-Id')}`)
    expect(body.content).toMatchObject([{ type: 'OrderDispatched', by: { role: 'ADMIN' } }])
  })
})

const projections = async () => (await shop.call('GET', '/api/ops/projections', { token: shop.adminToken })).body

describe('operations', () => {
  test('report the state of every read model', async () => {
    await eventually(async () => {
      const { head, projections: all, reactors } = await projections()
      expect(reactors.length).toBeGreaterThan(0)
      for (const one of reactors) expect(one).toMatchObject({ status: 'live', lag: 0 })
      expect(all.map(({ name, status }: { name: string; status: string }) => [name, status])).toEqual(
        allProjections.map(({ name }) => [name, 'live']),
      )
      for (const one of all)
        expect(one).toMatchObject({
          version: expect.any(Number),
          position: head,
          lag: 0,
          updatedAt: expect.any(String),
        })
    })
  })

  test('replay a read model alongside the live one', async () => {
    const replay = (name: string) =>
      shop.call('POST', `/api/ops/projections/${name}/replay`, { token: shop.adminToken, body: {} })
    expect((await replay('no-such')).status).toBe(404)
    for (const name of ['orders', 'product-search']) expect((await replay(name)).status).toBe(202)
    await eventually(async () => {
      const { projections: all } = await projections()
      for (const { status } of all) expect(status).toBe('live')
    })
    const list = await shop.call('GET', '/api/orders', { token: shop.adminToken })
    expect(list.body.content).toMatchObject([{ orderId, status: 'dispatched' }])
  })

  test('show the mails, which a replay never sends again', async () => {
    await eventually(async () => {
      const { body } = await shop.call('GET', '/api/ops/jobs', { token: shop.adminToken })
      expect(JSON.stringify(body)).toContain('order-dispatched')
      expect(await businessMailsOf(shop, buyer.id)).toHaveLength(3)
    })
    expect((await shop.call('GET', '/api/ops/jobs', { token: buyer.accessToken })).status).toBe(403)
    expect((await shop.call('POST', '/api/ops/jobs/no-such/retry', { token: shop.adminToken, body: {} })).status).toBe(
      404,
    )
  })

  test('report that the shop is live and ready, and its metrics', async () => {
    expect((await shop.call('GET', '/health/live')).body).toEqual({ status: 'live' })
    expect((await shop.call('GET', '/health/ready')).body.status).toBe('ready')
    const { text } = await shop.call('GET', '/metrics')
    expect(text).toMatch(/http_request_duration_seconds_bucket\{.*route="\/api\/orders\/\{orderId\}\/dispatch"/)
    expect(text).toMatch(/shop_notifications\{state="done"\} \d/)
    expect(text).toMatch(/shop_projection_lag_events\{projection="orders"\} \d/)
  })

  test('describe every call', async () => {
    const { body } = await shop.call('GET', '/api/openapi.json')
    expect(body.openapi).toMatch(/^3\.1/)
    expect(Object.keys(body.paths)).toEqual(
      expect.arrayContaining([
        '/api/products/bookOrderRequest',
        '/api/orders',
        '/api/users/{id}/roles',
        '/public/numberOfUsers',
      ]),
    )
    const docs = await shop.call('GET', '/api/docs')
    expect(docs.headers.get('Content-Type')).toMatch(/^text\/html/)
    expect(docs.text).not.toMatch(/(src|href)="https?:/)
  })

  test('log one line per request, without personal data', () => {
    expect(shop.logLines.some((line) => line.includes('"route":"/api/orders"'))).toBe(true)
    const all = shop.logLines.join('\n')
    for (const secret of [buyer.accessToken, buyer.loginUserName, '9820012345', '12 MG Road', 'quiet morning'])
      expect(all).not.toContain(secret)
  })
})
