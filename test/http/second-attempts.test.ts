import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#core/domain/ids.ts'
import type { LoginResponse } from '#modules/identity/schema.ts'
import { cartReservations } from '#modules/ordering/tables.ts'
import { placeOncePerCart } from '#modules/ordering/cart-use.ts'
import { placeOrder } from '#modules/ordering/commands.ts'
import { eventually } from '../support/eventually.ts'
import { plantFaultyEvent } from '../support/event-store/faulty-event.ts'
import { addProducts, openTestShop, orderFor, type TestShop } from '../support/shop/shop.ts'

let shop: TestShop
let product: Awaited<ReturnType<typeof addProducts>>[number]

beforeAll(async () => {
  shop = await openTestShop()
  const [added] = await addProducts(shop, [{}])
  if (!added) throw new Error('no product')
  product = added
})
afterAll(() => shop.close())

test('an order placed without its response being stored is found again, whatever the clock shows by then', async () => {
  const buyer = await shop.signUp()
  const { store, database } = shop.shop.infrastructure
  const { findOffers } = shop.shop.modules.catalogue
  const { orderId: _none, ...withoutId } = orderFor([[product, 1]])
  const input = { ...withoutId, payment: { method: 'cod' as const } }
  const actor = { id: buyer.id, name: buyer.name, role: 'USER' as const }
  const context = { actor, correlationId: newId(), causationId: newId(), commandId: newId() }
  const request = { input, buyer: { id: buyer.id, name: buyer.name, loginUserName: buyer.loginUserName }, context }
  const oncePerCart = placeOncePerCart(cartReservations(database.db), async () => 'free')
  const deps = { store, findOffers, placeOncePerCart: oncePerCart }
  const first = await placeOrder({ ...deps, clock: () => 1_000 }, { ...request, isRetry: false })
  const again = await placeOrder({ ...deps, clock: () => 99_000_000 }, { ...request, isRetry: true })
  expect(again.order.orderId).toBe(first.order.orderId)
  expect(again.position).toBe(first.position)
})

/** Leaves an erasure as a crash does right after it began. */
async function interruptErasureOf(accountId: string): Promise<void> {
  await query('delete from accounts where id = $1', [accountId])
  await query('insert into account_erasures (account_id, started_at) values ($1, now())', [accountId])
}

const query = (text: string, values: string[] = []) => shop.shop.infrastructure.database.pool.query(text, values)

const finishErasures = () => shop.shop.modules.identity.finishErasures(() => undefined)

async function placedBy(buyer: Pick<LoginResponse, 'accessToken'>): Promise<string> {
  const order = orderFor([[product, 1]])
  await shop.call('POST', '/api/orders', { token: buyer.accessToken, body: order })
  return order.orderId
}

async function typesIn(stream: string): Promise<string[]> {
  const { rows } = await query('select type from events where stream = $1 order by revision', [stream])
  return rows.map(({ type }) => type)
}

test('an ADMIN who is the buyer cancels their confirmed order by either call', async () => {
  const token = shop.adminToken
  const orderId = await placedBy({ accessToken: token })
  expect((await shop.call('POST', `/api/orders/${orderId}/confirm`, { token, body: {} })).status).toBe(200)
  const { status, body } = await shop.call('DELETE', `/api/orders/${orderId}`, { token })
  expect([status, body.status]).toEqual([200, 'cancelled'])
})

test('a cancelled order is returned unchanged when it is cancelled again, or twice at once', async () => {
  const buyer = await shop.signUp()
  const orderIds = await Promise.all(Array.from({ length: 6 }, () => placedBy(buyer)))
  const cancel = (orderId: string) =>
    shop.call('DELETE', `/api/orders/${orderId}`, { token: buyer.accessToken, headers: { 'If-Match': '"0"' } })
  const answers = await Promise.all(orderIds.flatMap((id) => [cancel(id), cancel(id), cancel(id)]))
  expect(answers.map(({ status, body }) => [status, body.status])).toEqual(answers.map(() => [200, 'cancelled']))
  expect((await cancel(orderIds[0] ?? '')).body).toMatchObject({ status: 'cancelled', revision: 1 })
  for (const id of orderIds) expect(await typesIn(`order-${id}`)).toEqual(['OrderPlaced', 'OrderCancelled'])
})

test('a deleted product is deleted again with the same If-Match, or concurrently', async () => {
  const added = await addProducts(shop, [{}, {}, {}, {}])
  const remove = (id: string, ifMatch = '"0"') =>
    shop.call('DELETE', `/api/products/${id}`, { token: shop.adminToken, headers: { 'If-Match': ifMatch } })
  const answers = await Promise.all(added.flatMap(({ id }) => [remove(id), remove(id), remove(id)]))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 204))
  for (const { id } of added) {
    expect((await remove(id)).status).toBe(204)
    expect(await typesIn(`product-${id}`)).toEqual(['ProductAdded', 'ProductDeleted'])
  }
  expect((await remove(product.id, '"7"')).status).toBe(412)
  expect((await remove(newId())).status).toBe(404)
})

describe('an erasure', () => {
  test('interrupted by a crash is completed', async () => {
    const buyer = await shop.signUp('interrupted')
    const orderId = await placedBy(buyer)
    await interruptErasureOf(buyer.id)
    await finishErasures()
    const history = await shop.call('GET', `/api/orders/${orderId}/history`, { token: shop.adminToken })
    expect(history.body.map(({ type }: { type: string }) => type)).toEqual(['OrderPlaced', 'OrderPersonalDataErased'])
    expect(history.body[0].data.shipping.name).toBe('[erased]')
    expect((await query('select 1 from account_erasures')).rowCount).toBe(0)
  })

  test('that could not be completed is resumed by the next request for it', async () => {
    const buyer = await shop.signUp('repeated')
    const orderId = await placedBy(buyer)
    await interruptErasureOf(buyer.id)
    const again = () => shop.call('DELETE', `/api/users/${buyer.id}`, { token: shop.adminToken })
    expect((await again()).status).toBe(204)
    expect(await typesIn(`order-${orderId}`)).toEqual(['OrderPlaced', 'OrderPersonalDataErased'])
    expect((await again()).status).toBe(404)
  })

  test('that cannot be completed delays no other one, and is reported', async () => {
    const buyer = await shop.signUp('behind')
    const orderId = await placedBy(buyer)
    // No outbox can have a folder of that name.
    await interruptErasureOf('no/one')
    await interruptErasureOf(buyer.id)
    await interruptErasureOf('no/body')
    const reported: string[] = []
    await shop.shop.modules.identity.finishErasures((accountId) => void reported.push(accountId))
    expect(reported.toSorted()).toEqual(['no/body', 'no/one'])
    expect(await typesIn(`order-${orderId}`)).toEqual(['OrderPlaced', 'OrderPersonalDataErased'])
    const { rows } = await query(`delete from account_erasures returning account_id as id`)
    expect(rows.map(({ id }): string => id).toSorted()).toEqual(['no/body', 'no/one'])
  })

  test('of a person whose order has an unreadable event goes as far as possible, and completes when it is skipped', async () => {
    const buyer = await shop.signUp('unreadable')
    const orderIds = [await placedBy(buyer), await placedBy(buyer)]
    const mails = join(shop.dataDir, 'outbox', buyer.id)
    await eventually(async () => expect(await readdir(mails)).toHaveLength(3))
    await shop.settled()
    const position = await plantFaultyEvent(shop, { stream: `order-${orderIds[0]}`, revision: 1 })
    await eventually(async () => expect(await failedAt(position)).toContain('orders'))

    const refused = await shop.call('DELETE', `/api/users/${buyer.id}`, { token: buyer.accessToken })
    expect([refused.status, refused.body.message]).toEqual([503, expect.stringContaining('The account is deleted')])
    expect(existsSync(mails)).toBe(false)
    const saidErased = async () => (await Promise.all(orderIds.map((id) => typesIn(`order-${id}`)))).map(endOf)
    const once = ['OrderPersonalDataErased', 1]
    expect(await saidErased()).toEqual([once, once])

    for (const name of await failedAt(position))
      await ask('POST', `${name}/skip`, { position, reason: 'planted by a test' })
    await shop.settled()
    await finishErasures()
    expect(await saidErased()).toEqual([once, once])
    expect((await query('select 1 from account_erasures')).rowCount).toBe(0)
    const rows = await query('select * from read_orders.orders where buyer_id = $1', [buyer.id])
    expect(rows.rowCount).toBe(2)
    expect(JSON.stringify(rows.rows)).not.toMatch(/Asha|MG Road|unreadable/)
  })
})

const ask = (method: string, path: string, body?: unknown) =>
  shop.call(method, `/api/ops/projections${path && `/${path}`}`, { token: shop.adminToken, body })

type Subscription = { name: string; error?: { event?: { position: number } } }

/** The read models and reactors that have failed at this event. */
async function failedAt(position: number): Promise<string[]> {
  const { projections, reactors }: Record<'projections' | 'reactors', Subscription[]> = (await ask('GET', '')).body
  return [...projections, ...reactors]
    .filter(({ error }) => error?.event?.position === position)
    .map(({ name }) => name)
}

/** The last of these types, and how often it occurs. */
function endOf(types: readonly string[]): [string | undefined, number] {
  return [types.at(-1), types.filter((type) => type === types.at(-1)).length]
}
