import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#core/domain/ids.ts'
import type { AuditEvent } from '#modules/audit/schema.ts'
import { eventually } from '../support/eventually.ts'
import { addProducts, openTestShop, orderFor, type TestShop } from '../support/shop/shop.ts'

let shop: TestShop
let buyer: Awaited<ReturnType<TestShop['signUp']>>
let product: Awaited<ReturnType<typeof addProducts>>[number]
let orderId: string
const cartId = newId()

beforeAll(async () => {
  shop = await openTestShop()
  const [added] = await addProducts(shop, [{}])
  if (!added) throw new Error('no product')
  product = added
  buyer = await shop.signUp()
  const token = buyer.accessToken
  await shop.call('PUT', `/api/carts/${cartId}/items/${product.id}`, { token, body: { quantity: 3 } })
  const order = orderFor([[product, 3]], { cartId })
  orderId = order.orderId
  await shop.call('POST', '/api/orders', { token, body: order })
  await shop.call('POST', `/api/orders/${orderId}/confirm`, { token: shop.adminToken, body: {} })
  const reason = 'The buyer asked for a larger model'
  await shop.call('POST', `/api/orders/${orderId}/cancel`, { token: shop.adminToken, body: { reason } })
})
afterAll(() => shop.close())

const get = (path: string, token = shop.adminToken) => shop.call('GET', `/api/audit/${path}`, { token })
const typesOf = (events: AuditEvent[]) => events.map(({ type }) => type)

const facts = async (query: string) => {
  const { body } = await get(`streams/order-${orderId}/state?${query}`)
  return Object.fromEntries(body.facts.map(({ label, value }: { label: string; value: string }) => [label, value]))
}

async function looks(): Promise<AuditEvent[]> {
  return (await get('events?type=PersonalDataRead&size=100')).body.content
}

describe('the timeline of an order', () => {
  test('describes every event in words, with actor, reason, and the delivery of its mails', async () => {
    await eventually(async () => {
      const { body } = await get(`streams/order-${orderId}`)
      expect(body).toMatchObject({ category: 'order', title: `Order ${orderId}`, isCut: false })
      expect(body.events.map(({ sentence, why }: AuditEvent) => [sentence, why])).toEqual([
        [`${buyer.name} placed the order, 3 items, ₹2,53,501.50`, undefined],
        ['Administrator confirmed the order', undefined],
        ['Administrator cancelled the order for the shop', 'The buyer asked for a larger model'],
      ])
      expect(body.events[0].mails).toEqual([expect.objectContaining({ kind: 'order-placed', fate: 'sent' })])
    })
  })

  test('links to its former cart, and to its products', async () => {
    const { body } = await get(`streams/order-${orderId}`)
    expect(body.related).toEqual([
      { stream: `product-${product.id}`, label: `Product ${product.id}` },
      { stream: `cart-${cartId}`, label: `Cart ${cartId}` },
    ])
    await eventually(async () => {
      const cart = await get(`streams/cart-${cartId}`)
      expect(typesOf(cart.body.events)).toEqual(['CartItemQuantitySet', 'CartCheckedOut'])
      expect(cart.body.related).toContainEqual({ stream: `order-${orderId}`, label: `Order ${orderId}` })
    })
  })

  test('of a product shows its prices', async () => {
    const [one] = await addProducts(shop, [{ title: 'Suction pump' }])
    const path = `/api/products/${one?.id}`
    await shop.call('PUT', path, { token: shop.adminToken, body: { ...one, price: 90000 } })
    const { body } = await get(`streams/product-${one?.id}`)
    expect(body.events.map(({ sentence }: AuditEvent) => sentence)).toEqual([
      'Administrator added Suction pump at ₹84,500.50',
      'Administrator changed the price from ₹84,500.50 to ₹90,000',
    ])
  })

  test('is restricted to admins and to existing things', async () => {
    expect((await get(`streams/order-${orderId}`, buyer.accessToken)).status).toBe(403)
    expect((await get('streams/order-ORD00000000')).status).toBe(404)
  })
})

describe('the state at a point in time', () => {
  test('is the exact order at a revision, with amounts in rupees', async () => {
    expect(await facts('revision=0')).toMatchObject({
      Status: 'received',
      Total: '₹2,53,501.50',
      'Shipping, city': 'Pune',
      [`Items, “${product.title}”, quantity`]: '3',
    })
    expect(await facts('revision=1')).toMatchObject({ Status: 'confirmed' })
    expect(await facts('')).toMatchObject({ Status: 'cancelled', Reason: 'The buyer asked for a larger model' })
  })

  test('is the exact order at a time', async () => {
    const { body } = await get(`streams/order-${orderId}`)
    expect(await facts(`at=${body.events[1].at}`)).toMatchObject({ Status: 'confirmed' })
    expect((await get(`streams/order-${orderId}/state?at=2020-01-01T00:00:00Z`)).status).toBe(404)
    expect((await get(`streams/order-${orderId}/state?at=yesterday`)).status).toBe(400)
    expect((await get(`streams/order-${orderId}/state?revision=-1`)).status).toBe(400)
  })
})

describe('the event browser', () => {
  test('continues before a position and after one, without losing or duplicating events', async () => {
    const all = (await get(`events?category=product&size=100`)).body.content.map(({ id }: AuditEvent) => id)
    const down: string[] = []
    for (let before = Number.MAX_SAFE_INTEGER; ;) {
      const { body } = await get(`events?category=product&size=1&before=${before}`)
      if (body.content.length === 0) break
      down.push(body.content[0].id)
      before = body.content[0].position
    }
    expect(down).toEqual(all)
    const up: string[] = []
    for (let after = 0, isLast = false; !isLast;) {
      const { body } = await get(`events?category=product&size=2&after=${after}`)
      up.unshift(...body.content.map(({ id }: AuditEvent) => id))
      after = body.content[0].position
      isLast = body.last
    }
    expect(up).toEqual(all)
    expect((await get('events?before=-1')).status).toBe(400)
    expect((await get('events?after=soon')).status).toBe(400)
  })

  test('ends numbered pages at the 10,000th event, and explains how to continue', async () => {
    expect((await get('events?page=99&size=100')).status).toBe(200)
    for (const beyond of ['page=100&size=100', 'page=1000&size=10', 'page=10000000&size=1'])
      expect(await get(`events?${beyond}`)).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining('continue with before=') },
      })
    expect((await get('events?page=100&size=100&before=5')).status).toBe(200)
  })

  test('counts the matches, also between two times', async () => {
    const total = async (query: string) => (await get(`events?${query}`)).body.totalElements
    const placed = (await get('events?type=OrderPlaced')).body.content[0]
    expect(await total('category=order&type=OrderPlaced')).toBe(1)
    expect(await total('category=cart&type=OrderPlaced')).toBe(0)
    expect(await total(`category=order&from=${placed.at}`)).toBe(3)
    expect(await total(`category=order&to=${placed.at}`)).toBe(1)
    expect(await total(`category=order&from=${placed.at}&to=${placed.at}&by=${buyer.id}`)).toBe(1)
    expect(await total('to=2001-01-01T00:00:00Z')).toBe(0)
  })

  test('leads from an event to its cause and to its effects, across streams', async () => {
    await eventually(async () => {
      const checkedOut = (await get('events?type=CartCheckedOut')).body.content[0]
      const { body } = await get(`events/${checkedOut.id}`)
      expect(typesOf(body.family)).toEqual(['OrderPlaced', 'CartCheckedOut'])
      expect(body.family[1].causationId).toBe(body.family[0].id)
      expect(body.event).toMatchObject({ stream: `cart-${cartId}`, type: 'CartCheckedOut' })
    })
    expect((await get(`events/${newId()}`)).status).toBe(404)
  })

  test('states what an event holds in words', async () => {
    const placed = (await get('events?type=OrderPlaced')).body.content[0]
    const { body } = await get(`events/${placed.id}`)
    expect(body.facts).toContainEqual({ field: 'totalPaise', label: 'Total', value: '₹2,53,501.50' })
    expect(body.facts).toContainEqual({ field: 'shipping.city', label: 'Shipping, city', value: expect.any(String) })
  })

  test('jumps to the entity with that id', async () => {
    const find = async (id: string) => (await get(`find?id=${encodeURIComponent(id)}`)).body
    const placed = (await get('events?type=OrderPlaced')).body.content[0]
    expect(await find(placed.id)).toEqual({ kind: 'event', id: placed.id })
    expect(await find(String(placed.position))).toEqual({ kind: 'event', id: placed.id })
    const grouped = `#${String(placed.position).padStart(6, '0').replace(/...$/, ',$&')}`
    expect(await find(grouped)).toEqual({ kind: 'event', id: placed.id })
    expect(await find(` ${orderId.toLowerCase()} `)).toEqual({ kind: 'stream', id: `order-${orderId}` })
    expect(await find(product.id)).toEqual({ kind: 'stream', id: `product-${product.id}` })
    expect(await find(cartId.toUpperCase())).toEqual({ kind: 'stream', id: `cart-${cartId}` })
    expect(await find(placed.correlationId)).toEqual({ kind: 'request', id: placed.correlationId })
    expect(await find(buyer.id)).toEqual({ kind: 'person', id: buyer.id })
    expect(await find('nothing')).toMatchObject({ status: 404 })
    expect(await find('  ')).toMatchObject({ status: 400 })
  })
})

describe('a read of personal data by an admin', () => {
  test('is recorded once an hour, however often it happens', async () => {
    for (let i = 0; i < 3; i++) await shop.call('GET', '/api/users', { token: shop.adminToken })
    for (let i = 0; i < 3; i++) await get(`streams/order-${orderId}`)
    await eventually(async () => {
      const what = (await looks()).map(({ data }) => data['what'])
      expect(what).toContain('the list of users')
      expect(what).toContain(`Order ${orderId}`)
      // The hour may turn while this runs, never more than once.
      for (const one of new Set(what)) expect(what.filter((other) => other === one).length).toBeLessThanOrEqual(2)
    })
    expect((await looks())[0]?.sentence).toMatch(/^Administrator read personal data: /)
  })

  test('is recorded if a change of roles returns it as well', async () => {
    const { id } = await shop.signUp()
    const body = { roles: ['STAFF'] }
    const answer = await shop.call('PUT', `/api/users/${id}/roles`, { token: shop.adminToken, body })
    expect(answer.body).toHaveProperty('mobileNumber')
    await eventually(async () => {
      expect((await looks()).map(({ data }) => data['what'])).toContain('the account of one user')
    })
  })

  test('is recorded if a repeated cancellation returns the order as well', async () => {
    const order = orderFor([[product, 1]])
    const token = buyer.accessToken
    await shop.call('POST', '/api/orders', { token, body: order })
    await shop.call('DELETE', `/api/orders/${order.orderId}`, { token })
    const path = `/api/orders/${order.orderId}`
    const answer = await shop.call('DELETE', path, { token: shop.adminToken })
    expect(answer.body).toMatchObject({ status: 'cancelled', shipping: { city: 'Pune' } })
    await eventually(async () => {
      expect((await looks()).map(({ data }) => data['what'])).toContain(`Order ${order.orderId}`)
    })
  })

  test('keeps no free search text: no erasure could remove it from the log', async () => {
    const stream = 'order-asha@cityclinic.in'
    expect((await get(`events?stream=${stream}`)).body.content).toEqual([])
    expect((await get(`events?stream=order-${orderId}`)).body.content).not.toEqual([])
    await eventually(async () => {
      const what = (await looks()).map(({ data }) => data['what'])
      expect(what).toContain('the event browser')
      expect(what).toContain(`order-${orderId}`)
      expect(JSON.stringify(await looks())).not.toContain('cityclinic')
    })
  })

  test('is not recorded if it is the buyer’s own', async () => {
    const before = (await looks()).length
    await shop.call('GET', `/api/orders/${orderId}`, { token: buyer.accessToken })
    await shop.call('GET', '/api/users/me', { token: buyer.accessToken })
    expect((await looks()).every(({ by }) => by.role === 'ADMIN')).toBe(true)
    expect((await looks()).length).toBe(before)
  })
})
