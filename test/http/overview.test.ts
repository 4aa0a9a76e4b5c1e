import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { indianDayOf } from '#core/domain/indian-day.ts'
import { newId } from '#core/domain/ids.ts'
import type { NewEvent } from '#core/event-store/event-store.ts'
import { guestActor } from '#core/domain/actor.ts'
import { type Answer } from '../support/shop/api-caller.ts'
import { addProducts, openTestShop, orderFor, type TestShop } from '../support/shop/shop.ts'
import { randomFrom } from '../support/random.ts'
import { eventually } from '../support/eventually.ts'

let shop: TestShop
let buyer: Awaited<ReturnType<TestShop['signUp']>>

const asAdmin = (method: string, path: string, body?: unknown): Promise<Answer> =>
  shop.call(method, path, { token: shop.adminToken, body })
const overview = async (query = '') => (await asAdmin('GET', `/api/overview${query}`)).body

beforeAll(async () => {
  shop = await openTestShop()
  buyer = await shop.signUp('asha')
})
afterAll(() => shop.close())

type Step = { type: string; data: NewEvent['data'] }

const eventOf = ({ type, data }: Step): NewEvent => ({
  id: newId(),
  type,
  data,
  metadata: { correlationId: newId(), causationId: newId(), by: guestActor, schemaVersion: 1 },
})

/** What may have happened to an order after it was placed. */
function courses(): Step[][] {
  const sealedFor = buyer.id
  const confirmed = { type: 'OrderConfirmed', data: {} }
  const cancelled = { type: 'OrderCancelled', data: { reason: 'not needed', by: 'shop', sealedFor } }
  const dispatched = { type: 'OrderDispatched', data: { sealedFor } }
  const delivered = { type: 'OrderDelivered', data: { deliveredAt: '2026-03-20T09:00:00.000Z' } }
  const returned = { type: 'OrderReturned', data: { reason: 'the wrong model', sealedFor } }
  return [
    [],
    [confirmed],
    [confirmed, dispatched],
    [confirmed, dispatched, delivered],
    [confirmed, dispatched, delivered, returned],
    [cancelled],
    [confirmed, cancelled],
  ]
}

type Line = [productId: string, quantity: number]

let orders = 10_000_000

/** An order of a past day, as the log of a shop holds it: the shop's clock cannot be set back. */
async function appendOrder(placedAt: string, lines: readonly Line[], course: readonly Step[] = []) {
  const orderId = `ORD${orders++}`
  const items = lines.map(([productId, quantity]) => ({
    productId,
    title: `Device ${productId}`,
    company: 'Aarogya',
    brand: 'Aarogya',
    pricePaise: 10_050,
    quantity,
  }))
  const data = {
    orderId,
    placedAt,
    buyer: { id: buyer.id, loginUserName: buyer.loginUserName, name: 'Asha' },
    items,
    shipping: { name: 'Asha', mobile: '98', address: '12 MG Road', city: 'Pune', state: 'MH', zipCode: '411001' },
    payment: { method: 'cod', status: 'pending' },
    totalPaise: items.reduce((total, { pricePaise, quantity }) => total + pricePaise * quantity, 0),
  }
  const events = [{ type: 'OrderPlaced', data }, ...course].map(eventOf)
  await shop.shop.infrastructure.store.append(`order-${orderId}`, 'no-stream', events)
}

const statusAfter: Readonly<Record<string, string>> = {
  OrderPlaced: 'received',
  OrderConfirmed: 'confirmed',
  OrderDispatched: 'dispatched',
  OrderDelivered: 'delivered',
  OrderCancelled: 'cancelled',
  OrderReturned: 'returned',
}

type LoggedOrder = { day: string; status: string; totalPaise: number; items: { productId: string; quantity: number }[] }

/** The orders of the log, by a fold that shares nothing with the projection. */
async function ordersOfLog(from: string, to: string): Promise<LoggedOrder[]> {
  const types = Object.keys(statusAfter)
  const { events } = await shop.shop.infrastructure.store.readAll(0, { limit: 100_000, types })
  return [...Map.groupBy(events, ({ stream }) => stream).values()]
    .map((history) => {
      const { placedAt, ...placed } = JSON.parse(JSON.stringify(history[0]?.data))
      return { ...placed, day: indianDayOf(placedAt), status: statusAfter[history.at(-1)?.type ?? ''] }
    })
    .filter(({ day }) => day >= from && day <= to)
}

const isSold = ({ status }: LoggedOrder) => status !== 'cancelled' && status !== 'returned'
const sumOf = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

function daysOfLog(logged: readonly LoggedOrder[]) {
  const days = [...Map.groupBy(logged, ({ day }) => day)].toSorted(([one], [other]) => one.localeCompare(other))
  return days.map(([date, all]) => ({
    date,
    orders: all.length,
    revenue: sumOf(all.filter(isSold).map(({ totalPaise }) => totalPaise)) / 100,
  }))
}

function bestSellersOfLog(logged: readonly LoggedOrder[]) {
  const lines = logged.filter(isSold).flatMap(({ items }) => items)
  return [...Map.groupBy(lines, ({ productId }) => productId)]
    .map(([id, all]) => ({ id, quantity: sumOf(all.map(({ quantity }) => quantity)) }))
    .toSorted((one, other) => other.quantity - one.quantity || one.id.localeCompare(other.id))
    .map(({ id, quantity }) => ({ id, title: `Device ${id}`, quantity, revenue: (quantity * 10_050) / 100 }))
}

/** Compares the response with the log; resolves to the response. */
async function expectAsLogged() {
  await shop.settled()
  const logged = await ordersOfLog('2026-03-01', '2026-03-31')
  const shown = await overview('?from=2026-03-01&to=2026-03-31')
  expect(shown.days).toHaveLength(31)
  expect(shown.days.filter((day: { orders: number }) => day.orders > 0)).toEqual(daysOfLog(logged))
  const byStatus = [...Map.groupBy(logged, ({ status }) => status)].map(([status, all]) => [status, all.length])
  expect(shown.statuses).toEqual(Object.fromEntries(byStatus))
  expect(shown.bestSellers).toEqual(bestSellersOfLog(logged).slice(0, 8))
  return shown
}

type Listed = { status: string; totalAmount: number; items: { id: string; quantity: number; price: number }[] }

/** Every page of the list of orders with these filters, which its file and its counts have, too. */
async function listed(filters: string): Promise<Listed[]> {
  const { totalPages, totalElements, statusCounts } = (await asAdmin('GET', `/api/orders?${filters}&size=50`)).body
  const orders: Listed[] = []
  for (let page = 0; page < totalPages; page++)
    orders.push(...(await asAdmin('GET', `/api/orders?${filters}&size=50&page=${page}`)).body.content)
  const byStatus = [...Map.groupBy(orders, ({ status }) => status)].map(([status, all]) => [status, all.length])
  expect(statusCounts).toEqual(Object.fromEntries(byStatus))
  const rows = parse((await asAdmin('GET', `/api/orders.csv?${filters}`)).text, { bom: true, from_line: 2 })
  expect([filters, orders.length, rows.length]).toEqual([filters, totalElements, totalElements])
  return orders
}

/** The lines of a product, by order. */
const linesOf = (productId: string, orders: readonly Listed[]) =>
  orders.map(({ items }) => items.filter(({ id }) => id === productId))

const today = async () => (await overview()).days.at(-1)

describe('the figures of a period', () => {
  test('equal those of a fold of the log, also after a replay', async () => {
    const random = randomFrom(22)
    const below = (bound: number) => Math.floor(random() * bound)
    const first = Date.parse('2026-02-20T00:00:00.000Z')
    for (let count = 0; count < 120; count++) {
      const placedAt = new Date(first + below(50 * 86_400_000)).toISOString()
      const lines = Array.from({ length: 1 + below(3) }, (): Line => [`p${below(10)}`, 1 + below(5)])
      await appendOrder(placedAt, lines, courses()[below(7)])
    }
    const before = await expectAsLogged()
    expect((await asAdmin('POST', '/api/ops/projections/sales/replay', {})).status).toBe(202)
    await eventually(async () => {
      const { projections } = (await asAdmin('GET', '/api/ops/projections')).body
      const sales = projections.find(({ name }: { name: string }) => name === 'sales')
      expect(sales).toMatchObject({ status: 'live', previous: expect.anything() })
    })
    expect(await expectAsLogged()).toMatchObject({ days: before.days, before: before.before })
  })

  test('equal the sums of the lists that they open', async () => {
    const period = 'from=2026-03-01&to=2026-03-31'
    const shown = await overview(`?${period}`)
    for (const { date, orders, revenue } of shown.days) {
      const day = `from=${date}&to=${date}`
      expect([date, (await listed(day)).length]).toEqual([date, orders])
      expect([date, sumOf((await listed(`${day}&sold=true`)).map(({ totalAmount }) => totalAmount))]).toEqual([
        date,
        revenue,
      ])
    }
    for (const { id, quantity, revenue } of shown.bestSellers) {
      const lines = linesOf(id, await listed(`${period}&sold=true&product=${id}`))
      expect([id, ...lines.map(({ length }) => length > 0)]).toEqual([id, ...lines.map(() => true)])
      expect(sumOf(lines.flat().map((line) => line.quantity))).toBe(quantity)
      expect(sumOf(lines.flat().map((line) => line.quantity * line.price))).toBe(revenue)
    }
  })

  test('count an order for the day in India on which it was placed', async () => {
    await appendOrder('2026-05-09T18:29:59.999Z', [['late', 1]])
    await appendOrder('2026-05-09T18:30:00.000Z', [['early', 2]])
    await shop.settled()
    expect((await overview('?from=2026-05-09&to=2026-05-10')).days).toEqual([
      { date: '2026-05-09', orders: 1, revenue: 100.5 },
      { date: '2026-05-10', orders: 1, revenue: 201 },
    ])
    expect((await asAdmin('GET', '/api/orders?from=2026-05-10&to=2026-05-10')).body).toMatchObject({
      totalElements: 1,
      statusCounts: { received: 1 },
      content: [{ items: [{ id: 'early' }] }],
    })
  })

  test('subtract the total of a cancelled order on the day it was placed', async () => {
    const [product] = await addProducts(shop, [{ price: 500 }])
    if (!product) throw new Error('there is no product')
    const body = orderFor([[product, 3]])
    await shop.call('POST', '/api/orders', { token: buyer.accessToken, body })
    expect(await today()).toMatchObject({ orders: 1, revenue: 1500 })
    await asAdmin('POST', `/api/orders/${body.orderId}/cancel`, { reason: 'not needed' })
    expect(await today()).toMatchObject({ orders: 1, revenue: 0 })
  })

  test('are shown next to those of the same days of the week before', async () => {
    const shown = await overview('?from=2026-05-16&to=2026-05-17')
    expect(shown.before).toEqual([
      { date: '2026-05-09', orders: 1, revenue: 100.5 },
      { date: '2026-05-10', orders: 1, revenue: 201 },
    ])
    expect((await overview()).days).toHaveLength(7)
  })

  test('are refused for days that do not exist, or are in the wrong order', async () => {
    for (const query of ['?from=2026-02-30', '?to=yesterday', '?from=2026-05-02&to=2026-05-01', '?from=1999-01-01'])
      expect((await asAdmin('GET', `/api/overview${query}`)).status).toBe(400)
  })
})

describe('the pending work', () => {
  test('counts orders to confirm and to dispatch, and shows since when the oldest has waited', async () => {
    await appendOrder('2025-01-05T09:00:00.000Z', [['old', 1]])
    await shop.settled()
    const { waiting, oldest } = await overview()
    const { statusCounts } = (await asAdmin('GET', '/api/orders')).body
    expect(waiting).toMatchObject({
      ordersToConfirm: statusCounts.received,
      ordersToDispatch: statusCounts.confirmed,
      readModelsFailed: 0,
    })
    expect(oldest.ordersToConfirm).toBe('2025-01-05T09:00:00.000Z')
    expect(Date.parse(oldest.ordersToDispatch)).toBeGreaterThan(Date.parse('2026-01-01'))
  })

  test('counts a request until the shop replies, and again when the requester writes', async () => {
    const form = { title: 'Pump', company: 'Aarogya', description: 'It hums', address: 'Ward 7' }
    const { id } = (await shop.call('POST', '/api/orders/productRequest', { token: buyer.accessToken, body: form }))
      .body
    const write = (token: string) =>
      shop.call('POST', `/api/orders/productRequest/${id}/replies`, { token, body: { text: 'Which one?' } })
    const unanswered = async () => {
      const { waiting, oldest } = await overview()
      const list = (await asAdmin('GET', '/api/orders/productRequest?unanswered=true')).body
      expect(list.totalElements).toBe(waiting.requestsUnanswered)
      expect(oldest.requestsUnanswered !== undefined).toBe(waiting.requestsUnanswered > 0)
      return waiting.requestsUnanswered
    }
    expect(await unanswered()).toBe(1)
    await write(shop.adminToken)
    expect(await unanswered()).toBe(0)
    await write(buyer.accessToken)
    expect(await unanswered()).toBe(1)
    await asAdmin('POST', `/api/orders/productRequest/${id}/acknowledge`, {})
    expect(await unanswered()).toBe(0)
  })

  test('counts the products on offer without stock', async () => {
    const [product] = await addProducts(shop, [{ qty: 0, title: 'Empty shelf' }])
    if (!product) throw new Error('there is no product')
    const empty = async () => {
      const list = (await asAdmin('GET', '/api/catalogue/products?stock=none')).body
      expect(list.totalElements).toBe((await overview()).waiting.productsOutOfStock)
      return list.content.map(({ title }: { title: string }) => title)
    }
    expect(await empty()).toEqual(['Empty shelf'])
    await asAdmin('DELETE', `/api/products/${product.id}`)
    expect(await empty()).toEqual([])
    await asAdmin('POST', `/api/products/${product.id}/restore`)
    expect(await empty()).toEqual(['Empty shelf'])
    await asAdmin('PUT', `/api/products/${product.id}`, { ...product, qty: 4 })
    expect(await empty()).toEqual([])
    expect((await asAdmin('GET', '/api/catalogue/products?stock=some')).status).toBe(400)
  })
})
