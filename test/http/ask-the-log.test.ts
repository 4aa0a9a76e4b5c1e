import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#core/domain/ids.ts'
import type { NewEvent, RecordedEvent } from '#core/event-store/event-store.ts'
import type { AuditEvent } from '#modules/audit/schema.ts'
import { addProducts, openTestShop, orderFor, type TestShop } from '../support/shop/shop.ts'
import { runsEverything } from '../support/runner/left-to-ci.ts'
import { predicates, type Asked } from '../support/predicates.ts'

const predicatesAsked = Number(process.env['PREDICATES'] ?? (runsEverything ? '1000' : '250'))

let shop: TestShop
let orderId: string
let buyer: Awaited<ReturnType<TestShop['signUp']>>

beforeAll(async () => {
  shop = await openTestShop()
  const products = await addProducts(shop, [{}, { price: 120.5, qty: 3 }, { price: 900 }])
  buyer = await shop.signUp()
  for (const [index, product] of products.entries()) {
    const order = orderFor([[product, index + 1]])
    orderId = order.orderId
    await shop.call('POST', '/api/orders', { token: buyer.accessToken, body: order })
    await shop.call('POST', `/api/orders/${orderId}/confirm`, { token: shop.adminToken, body: {} })
  }
  const reason = 'The buyer asked for a larger model'
  await shop.call('POST', `/api/orders/${orderId}/cancel`, { token: shop.adminToken, body: { reason } })
})
afterAll(() => shop.close())

const ask = (where: string, more: Record<string, string> = {}, token = shop.adminToken) =>
  shop.call('GET', `/api/audit/events?${new URLSearchParams({ where, ...more }).toString()}`, { token })

/** The events that a predicate finds before a position, over all its pages. */
async function allFound(where: string, { before, size }: { before: number; size: number }): Promise<string[]> {
  const found: string[] = []
  for (let at = before; ;) {
    const { status, body, text } = await ask(where, { before: String(at), size: String(size) })
    if (status !== 200) throw new Error(`${where}: ${text}`)
    found.push(...body.content.map(({ id }: AuditEvent) => id))
    if (body.last) return found
    at = body.scan?.position ?? body.content.at(-1).position
  }
}

async function over(search: string): Promise<number> {
  const { body } = await shop.call('GET', `/api/audit/histogram?${search}`, { token: shop.adminToken })
  return body.bars.reduce((sum: number, { events }: { events: number }) => sum + events, 0)
}

async function list(search: string) {
  const { body } = await shop.call('GET', `/api/audit/events?${['size=100', search].filter(Boolean).join('&')}`, {
    token: shop.adminToken,
  })
  return { total: body.totalElements, isExact: body.totalIsExact, categories: categoriesOf(body.content) }
}

const categoriesOf = (events: readonly AuditEvent[]) => [...new Set(events.map(({ category }) => category))]

async function decodedEvents(): Promise<RecordedEvent[]> {
  const { events } = await shop.shop.infrastructure.store.readAll(0, { limit: 1_000 })
  return events
}

test('the histogram counts the events of the span alone, also in hours that lie partly outside of it', async () => {
  await shop.settled()
  const events = await decodedEvents()
  const times = [...new Set(events.map(({ at }) => at))].toSorted()
  const between = times[Math.floor(times.length / 2)] ?? ''
  const before = events.filter(({ at }) => at <= between).length
  expect(before).toBeLessThan(events.length)
  const threeDays = 3 * 86_400_000
  const earlier = new Date(Date.parse(between) - threeDays).toISOString()
  const later = new Date(Date.parse(between) + threeDays).toISOString()
  const next = new Date(Date.parse(between) + 1).toISOString()
  expect(await over(`from=${earlier}&to=${between}`)).toBe(before)
  expect(await over(`from=${next}&to=${later}`)).toBe(events.length - before)
})

describe('querying the log', () => {
  test('answers generated predicates like an evaluation of every decoded event', async () => {
    await shop.settled()
    const events = await decodedEvents()
    const head = events.at(-1)?.position ?? 0
    const property = async ({ text, holds }: Asked, size: number) => {
      const expected = events.filter(holds).toReversed()
      const found = await allFound(text, { before: head + 1, size })
      expect({ text, found }).toEqual({ text, found: expected.map(({ id }) => id) })
    }
    const runs = { numRuns: predicatesAsked, seed: 22_05 }
    await fc.assert(fc.asyncProperty(predicates(events), fc.constantFrom(2, 7, 100), property), runs)
  }, 300_000)

  test('combines a predicate with the filters', async () => {
    const { body } = await ask('data.totalPaise > 0', { stream: `order-${orderId}` })
    expect(body.content).toMatchObject([{ type: 'OrderPlaced', stream: `order-${orderId}` }])
    expect((await ask('type = OrderPlaced', { type: 'OrderConfirmed' })).body).toMatchObject({
      content: [],
      last: true,
    })
  })

  test('leaves out a category, and counts the others', async () => {
    expect((await list('')).categories).toContain('audit')
    const others = await list('without=audit')
    expect(others.categories).not.toContain('audit')
    const all = await list('')
    const reads = await list('category=audit')
    expect(others).toMatchObject({ total: all.total - reads.total, isExact: true })
    expect(await list('without=audit&category=audit')).toMatchObject({ total: 0, isExact: true, categories: [] })
    expect((await list('without=order&where=revision+%3D+0')).categories).not.toContain('order')
  })

  test('counts as many events over time as the list has', async () => {
    const later = '2100-01-01T00:00:00Z'
    for (const filter of [
      '',
      'without=audit',
      'type=OrderPlaced',
      'without=audit&from=2020-01-01T00:00:00Z',
      `to=${later}`,
    ])
      expect({ filter, events: await over(filter) }).toEqual({ filter, events: (await list(filter)).total })
    expect(await over(`from=${later}`)).toBe(0)
  })

  test('returns newer events with after, like the list', async () => {
    const { body: all } = await ask('data.totalPaise > 0')
    const [newest, middle, oldest] = all.content
    const { body } = await ask('data.totalPaise > 0', { after: String(oldest.position), size: '1' })
    expect(body).toMatchObject({ content: [{ id: middle.id }], last: false })
    const rest = await ask('data.totalPaise > 0', { after: String(body.scan.position) })
    expect(rest.body).toMatchObject({ content: [{ id: newest.id }], last: true, scan: { percent: 100 } })
  })

  test('rejects an invalid predicate with the column of the error', async () => {
    const { status, body } = await ask('type = OrderPlaced and data.totalPaisa > 5')
    expect(status).toBe(400)
    expect(body).toMatchObject({
      detail: 'Column 24 of the predicate: no event has a field data.totalPaisa; did you mean data.totalPaise?',
      errors: [{ field: 'where' }],
    })
    expect((await ask('data.totalPaise > 0', { page: '1' })).status).toBe(400)
    expect((await ask('revision = 0', {}, buyer.accessToken)).status).toBe(403)
  })

  test('matches nothing for a number beyond the range of every column', async () => {
    expect((await ask('revision = 999999999999999')).body.content).toEqual([])
    expect((await ask('position < 999999999999999', { size: '1' })).body.content).toHaveLength(1)
  })
})

/** Not simply one: the tests may run across a full hour. */
function expectOneAnHour(records: readonly { type: string; at: string }[]): void {
  expect(new Set(records.map(({ type }) => type))).toEqual(new Set(['PersonalDataRead']))
  expect(new Set(records.map(({ at }) => at.slice(0, 13))).size).toBe(records.length)
}

describe('querying personal data', () => {
  test('finds by equality, and records the field but never the value', async () => {
    const { body } = await ask(`by.name = '${buyer.name}' and type = OrderPlaced`)
    expect(body.content).toHaveLength(3)
    await shop.settled()
    const records = await ask('type = PersonalDataRead', { size: '100' })
    const reads: string[] = records.body.content.map(({ data }: AuditEvent) => data['what'])
    expect(reads).toContain('the event browser, asked by by.name')
    expect(JSON.stringify(records.body.content)).not.toContain(buyer.name)
    expect(shop.logLines.join('\n')).not.toContain(buyer.name)
  })

  test('is recorded even if nothing is found', async () => {
    expect((await ask("data.shipping.city = 'Atlantis'")).body.content).toEqual([])
    await shop.settled()
    const { body } = await ask('data.what = "the event browser, asked by data.shipping.city"')
    expectOneAnHour(body.content)
  })

  test('is recorded before the events are read, and thus also if that fails', async () => {
    expect((await ask("data.shipping.address = 'Nowhere'", { page: '1' })).status).toBe(400)
    await shop.settled()
    const { body } = await ask('data.what = "the event browser, asked by data.shipping.address"')
    expectOneAnHour(body.content)
  })

  test('rejects every other comparison', async () => {
    const { status, body } = await ask("data.shipping.city != 'Mumbai'")
    expect([status, body.detail]).toEqual([400, expect.stringContaining('Column 20 of the predicate')])
  })
})

test('a scan of a long log is split into parts, each with its progress', async () => {
  const cartId = newId()
  const by = { id: 'guest', name: 'Guest', role: 'GUEST' as const }
  const metadata = { correlationId: newId(), causationId: newId(), by, schemaVersion: 1 }
  const set = (quantity: number): NewEvent => ({
    id: newId(),
    type: 'CartItemQuantitySet',
    data: { productId: 'none', quantity },
    metadata,
  })
  const { store } = shop.shop.infrastructure
  const first = await store.append(`cart-${cartId}`, 'no-stream', [set(777)])
  for (let part = 0; part < 5; part += 1)
    await store.append(
      `cart-${cartId}`,
      'any',
      Array.from({ length: 500 }, (_, index) => set(index + 1_000)),
    )
  await shop.settled()

  const progress: { events: number; percent: number }[] = []
  const found: number[] = []
  for (let before: string | undefined, isLast = false; !isLast;) {
    const { body } = await ask('data.quantity = 777', before === undefined ? {} : { before })
    progress.push(body.scan)
    found.push(...body.content.map(({ position }: AuditEvent) => position))
    isLast = body.last
    before = String(body.scan.position)
  }
  expect(found).toEqual([first.position])
  expect(progress.length).toBeGreaterThan(1)
  expect(progress.filter(({ events }) => events > 2_000)).toEqual([])
  const percents = progress.map(({ percent }) => percent)
  expect(percents).toEqual(percents.toSorted((a, b) => a - b))
  expect(percents.at(0)).toBeGreaterThan(0)
  expect(percents.filter((percent) => percent === 100)).toHaveLength(1)
}, 60_000)
