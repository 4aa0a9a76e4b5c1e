import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { plantEvent } from '../support/event-store/planted-event.ts'
import { addProducts, monitor, openTestShop, orderFor, type TestShop } from '../support/shop/shop.ts'

let shop: TestShop
let token: string
let orderId: string

beforeAll(async () => {
  shop = await openTestShop()
  const [product] = await addProducts(shop, [monitor])
  if (product === undefined) throw new Error('no product')
  token = (await shop.signUp()).accessToken
  orderId = (await shop.call('POST', '/api/orders', { token, body: orderFor([[product, 2]]) })).body.orderId
  const [placed] = await shop.shop.infrastructure.eventTables.readStream(`order-${orderId}`)
  const copy = { revision: 0, type: 'OrderPlaced', data: placed?.data, metadata: placed?.metadata }
  await plantEvent(shop, { ...copy, stream: 'order-XYZ2' })
  await plantEvent(shop, { ...copy, stream: 'order-ORD99999999' })
  await plantEvent(shop, { stream: 'foreign-1', revision: 0, type: 'OrderPlaced', data: { foo: 1 }, metadata: {} })
  await plantEvent(shop, { stream: 'order-XYZ', revision: 0, type: 'OrderPlaced', data: { foo: 1 }, metadata: {} })
  await plantEvent(shop, { stream: 'cart-1', revision: 0, type: 'ProductAdded', data: [], metadata: 0 })
})
afterAll(() => shop.close())

const asAdmin = (path: string) => shop.call('GET', path, { token: shop.adminToken })

test('foreign events, even with names of the shop’s types, fail no read model or reactor', async () => {
  await shop.settled()
  await eventually(async () => {
    const { projections, reactors } = (await asAdmin('/api/ops/projections')).body
    for (const one of [...projections, ...reactors]) expect(one).toMatchObject({ status: 'live', lag: 0 })
  })
  expect((await asAdmin('/api/orders')).body.content).toMatchObject([{ orderId }])
  expect((await asAdmin('/api/audit/events?type=OrderPlaced')).body.totalElements).toBe(1)
})

test('they are counted, each once however often the log is read, and the newest is named', async () => {
  const foreign = async () => (await asAdmin('/api/ops/projections')).body.foreign
  const counted = { events: 5, newest: { stream: 'cart-1', type: 'ProductAdded', position: expect.any(Number) } }
  await eventually(async () => expect(await foreign()).toEqual(counted))
  await shop.call('POST', '/api/ops/projections/orders/replay', { token: shop.adminToken })
  await eventually(async () =>
    expect((await asAdmin('/api/ops/history?name=orders')).body.content).toMatchObject([{ data: { outcome: 'done' } }]),
  )
  expect(await foreign()).toEqual(counted)
  expect((await asAdmin('/metrics')).text).toMatch(/shop_log_foreign_events\S* 5/)
})

test('a copy of an order in a stream of another name sends the buyer no second mail', async () => {
  await shop.settled()
  await eventually(async () => expect((await asAdmin('/api/ops/jobs')).body.counts).toMatchObject({ done: 2 }))
  const { body } = await asAdmin('/api/ops/jobs')
  expect(body.content.map(({ kind }: { kind: string }) => kind)).toEqual(['order-placed', 'verify-email'])
})

test.each(['foreign-1', 'order-XYZ', 'order-XYZ2', 'order-ORD99999999'])(
  'the stream %s has no page, since it contains nothing of the shop',
  async (stream) => {
    expect((await asAdmin(`/api/audit/streams/${stream}`)).status).toBe(404)
  },
)

test('a stream that others have written to can be read and changed', async () => {
  const stream = `order-${orderId}`
  await plantEvent(shop, { stream, revision: 1, type: 'ProductAdded', data: { title: 'not an order' }, metadata: {} })
  const confirmed = await shop.call('POST', `/api/orders/${orderId}/confirm`, { token: shop.adminToken, body: {} })
  expect(confirmed.status).toBe(200)
  const { body } = await shop.call('GET', `/api/orders/${orderId}/history`, { token })
  expect(body.map(({ type, revision }: { type: string; revision: number }) => [type, revision])).toEqual([
    ['OrderPlaced', 0],
    ['OrderConfirmed', 2],
  ])
})
