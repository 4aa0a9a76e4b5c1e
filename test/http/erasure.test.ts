import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#core/domain/ids.ts'
import { eventually } from '../support/eventually.ts'
import { addProducts, openTestShop, orderFor, type TestShop } from '../support/shop/shop.ts'
import { leaveStoppedReplay } from '../support/projections/stopped-replay.ts'
import { tablesThatHold } from '../support/postgres/tables-that-hold.ts'

let shop: TestShop
let product: Awaited<ReturnType<typeof addProducts>>[number]

beforeAll(async () => {
  shop = await openTestShop()
  const [added] = await addProducts(shop, [{}])
  if (!added) throw new Error('no product')
  product = added
})
afterAll(() => shop.close())

const asAdmin = (method: string, path: string, body?: unknown) =>
  shop.call(method, path, { token: shop.adminToken, body })

async function placedOrder() {
  const buyer = await shop.signUp()
  const order = orderFor([[product, 1]])
  await shop.call('POST', '/api/orders', { token: buyer.accessToken, body: order })
  return { buyer, orderId: order.orderId }
}

/** What the event log itself stores of a stream. */
async function stored(stream: string): Promise<string> {
  const { db } = shop.shop.infrastructure.database
  const { rows } = await sql<{
    event: string
  }>`select to_json(e)::text as event from events e where stream = ${stream}`.execute(db)
  return rows.map(({ event }) => event).join('\n')
}

async function reasonsOf(orderId: string): Promise<unknown[]> {
  const { body } = await asAdmin('GET', `/api/audit/streams/order-${orderId}`)
  return body.events.map(({ why }: { why?: string }) => why).filter(Boolean)
}

describe('before an account is deleted', () => {
  test('its owner and an admin see what is deleted and what stays', async () => {
    const { buyer } = await placedOrder()
    for (const token of [buyer.accessToken, shop.adminToken]) {
      const { status, body } = await shop.call('GET', `/api/users/${buyer.id}/erasure`, { token })
      expect(status).toBe(200)
      expect(body).toMatchObject({ username: buyer.loginUserName, orders: 1, ordersUnderWay: 1, serviceRequests: 0 })
      expect(body.goes.join()).toMatch(/address.*tracking number in 1 order/)
      expect(body.stays.join()).toContain('What was bought in 1 order')
    }
    const other = await shop.signUp()
    expect((await shop.call('GET', `/api/users/${buyer.id}/erasure`, { token: other.accessToken })).status).toBe(403)
    expect((await asAdmin('GET', '/api/users/nobody/erasure')).status).toBe(404)
  })
})

test('the deletion of an account returns the position of its last event', async () => {
  const { buyer, orderId } = await placedOrder()
  const { status, headers } = await asAdmin('DELETE', `/api/users/${buyer.id}`)
  expect(status).toBe(204)
  const [history, record] = [
    await asAdmin('GET', `/api/orders/${orderId}/history`),
    await asAdmin('GET', `/api/audit/streams/account-${buyer.id}`),
  ]
  expect(record.body.events.at(-1).position).toBeGreaterThan(history.body.at(-1).position)
  expect(headers.get('X-Event-Position')).toBe(String(record.body.events.at(-1).position))
})

describe('free text about an order', () => {
  const reason = 'Mrs Kulkarni next door refused it'

  test('is encrypted with the buyer’s key, and deleted with it', async () => {
    const { buyer, orderId } = await placedOrder()
    await asAdmin('POST', `/api/orders/${orderId}/cancel`, { reason })
    expect(await reasonsOf(orderId)).toEqual([reason])
    expect(await stored(`order-${orderId}`)).not.toContain('Kulkarni')
    await shop.call('DELETE', `/api/users/${buyer.id}`, { token: buyer.accessToken })
    expect(await reasonsOf(orderId)).toEqual(['[erased]'])
    const { body } = await asAdmin('GET', `/api/audit/streams/order-${orderId}`)
    expect(body.events.at(-1)).toMatchObject({
      sentence: 'The shop erased the buyer’s personal data from this order',
      at: expect.stringMatching(/Z$/),
    })
  })

  test('can still be written after the buyer is erased, encrypted with the writer’s key', async () => {
    const { buyer, orderId } = await placedOrder()
    await shop.call('DELETE', `/api/users/${buyer.id}`, { token: buyer.accessToken })
    expect((await asAdmin('POST', `/api/orders/${orderId}/cancel`, { reason })).status).toBe(200)
    expect(await reasonsOf(orderId)).toEqual([reason])
    expect(await stored(`order-${orderId}`)).not.toContain('Kulkarni')
  })

  test('stored in plain text by the first version is read as before', async () => {
    const { orderId } = await placedOrder()
    const { db } = shop.shop.infrastructure.database
    const by = { id: 'system', name: 'The shop', role: 'SYSTEM' }
    const metadata = { correlationId: 'c', causationId: 'c', by, schemaVersion: 1 }
    await sql`with moved as (update log_head set position = position + 1 returning position)
      insert into events select position, ${`order-${orderId}`}, 1, ${newId()}::uuid, 'OrderCancelled',
        ${JSON.stringify({ reason: 'Too late', by: 'buyer' })}::jsonb, ${JSON.stringify(metadata)}::jsonb, now() from moved`.execute(
      db,
    )
    expect((await asAdmin('GET', `/api/orders/${orderId}`)).body.status).toBe('cancelled')
    expect(await reasonsOf(orderId)).toEqual(['Too late'])
  })
})

test('an order placed during its buyer’s erasure can be cancelled', async () => {
  const buyer = await shop.signUp()
  const order = orderFor([[product, 1]])
  expect((await shop.call('POST', '/api/orders', { token: buyer.accessToken, body: order })).status).toBe(201)
  // The key is deleted, but the erasure did not include the order.
  await shop.shop.infrastructure.personalData.eraseKey(buyer.id)
  const body = { reason: 'The buyer is gone' }
  const asSeen = { token: shop.adminToken, body, headers: { 'If-Match': '"0"' } }
  const cancelled = await shop.call('POST', `/api/orders/${order.orderId}/cancel`, asSeen)
  expect([cancelled.status, cancelled.body.status]).toEqual([200, 'cancelled'])
  const history = await shop.call('GET', `/api/orders/${order.orderId}/history`, { token: shop.adminToken })
  expect(JSON.stringify(history.body)).not.toContain(order.shipping.address)
})

test('an admin who has requested replays leaves no name behind', async () => {
  const { id, loginUserName } = await shop.signUp('zebediah')
  const by = { id, name: 'zebediah Rao', role: 'ADMIN' } as const
  await asAdmin('PUT', `/api/users/${id}/roles`, { roles: ['USER', by.role] })
  const login = { username: loginUserName, password: 'a quiet morning in Pune' }
  const token = (await shop.call('POST', '/api/auth/authenticate', { body: login })).body.accessToken
  const replay = await shop.call('POST', '/api/ops/projections/carts/replay', { token })
  expect(replay.status).toBe(202)
  await eventually(async () => {
    const { body } = await asAdmin('GET', '/api/ops/history?name=carts')
    expect(body.content[0]).toMatchObject({ type: 'ProjectionReplayed', by })
  })
  expect(await tablesThatHold(shop, ['zebediah'])).toEqual(['public.accounts'])
  await leaveStoppedReplay(shop, 'product-list', by)
  expect(await tablesThatHold(shop, ['zebediah'])).toContain('public.projection_checkpoints')
  expect((await shop.call('DELETE', '/api/users/me', { token })).status).toBe(204)
  expect(await tablesThatHold(shop, ['zebediah'])).toEqual([])
})

test('the note on a service request is encrypted with the requester’s key, and deleted with it', async () => {
  const requester = await shop.signUp()
  const form = { id: 'VM-12', title: 'Repair', company: 'Aarogya', description: 'Display is dark', logoUrl: '' }
  const raised = await shop.call('POST', '/api/orders/productRequest', { token: requester.accessToken, body: form })
  const path = `/api/orders/productRequest/${raised.body.id}`
  await asAdmin('POST', `${path}/acknowledge`, {})
  await asAdmin('POST', `${path}/resolve`, { note: 'Handed to Dr Bhide' })
  const stream = `serviceRequest-${raised.body.id}`
  expect(await stored(stream)).not.toContain('Bhide')
  const facts = async () => JSON.stringify((await asAdmin('GET', `/api/audit/streams/${stream}/state`)).body)
  expect(await facts()).toContain('Handed to Dr Bhide')
  const related = async () => (await asAdmin('GET', `/api/audit/streams/${stream}`)).body.related
  expect(await related()).toMatchObject([{ stream: 'product-VM-12' }])
  await shop.call('DELETE', `/api/users/${requester.id}`, { token: requester.accessToken })
  expect(await facts()).not.toMatch(/Bhide|VM-12/)
  expect(await related()).toEqual([])
  const list = await asAdmin('GET', '/api/orders/productRequest')
  expect(list.body.content).toMatchObject([{ id: raised.body.id, productId: '' }])
})

test('a service request raised during its requester’s erasure can be declined', async () => {
  const requester = await shop.signUp()
  const form = { title: 'Repair', company: 'Aarogya', description: 'Display is dark', logoUrl: '' }
  const raised = await shop.call('POST', '/api/orders/productRequest', { token: requester.accessToken, body: form })
  await shop.shop.infrastructure.personalData.eraseKey(requester.id)
  const path = `/api/orders/productRequest/${raised.body.id}`
  expect((await asAdmin('POST', `${path}/acknowledge`, {})).status).toBe(200)
  const declined = await asAdmin('POST', `${path}/decline`, { reason: 'The requester is gone' })
  expect([declined.status, declined.body.status]).toEqual([200, 'declined'])
  expect(JSON.stringify((await asAdmin('GET', `${path}/history`)).body)).not.toContain('Display is dark')
})
