import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AuditEvent } from '#modules/audit/schema.ts'
import { eventually } from '../support/eventually.ts'
import { plantEvent } from '../support/event-store/planted-event.ts'
import { addProducts, openTestShop, type TestShop } from '../support/shop/shop.ts'
import { placeUnreadableOrder } from '../support/event-store/unreadable-order.ts'

let shop: TestShop
let token: string
let orderId: string
let position: number

beforeAll(async () => {
  shop = await openTestShop()
  ;({ orderId, position, token } = await placeUnreadableOrder(shop))
})
afterAll(() => shop.close())

const asAdmin = (method: string, path: string, body?: unknown) =>
  shop.call(method, path, { token: shop.adminToken, ...(body === undefined ? {} : { body }) })

async function statusOf(name: string) {
  const { projections, reactors } = (await asAdmin('GET', '/api/ops/projections')).body
  return [...projections, ...reactors].find((one: { name: string }) => one.name === name)
}

const timeline = async (): Promise<AuditEvent[]> =>
  (await asAdmin('GET', `/api/audit/streams/order-${orderId}`)).body.events

test('the followers of its type fail there and report the remedy; the others continue', async () => {
  for (const name of ['orders', 'event-log', 'event-counts']) {
    await eventually(async () => expect(await statusOf(name)).toMatchObject({ status: 'failed' }))
    const { error } = await statusOf(name)
    expect(error.event).toMatchObject({ position, type: 'OrderConfirmed' })
    expect(error.message).toContain(`npm run ops -- skip --everywhere --position ${position} --reason`)
  }
  const [another] = await addProducts(shop, [{ title: 'Infusion pump' }])
  await eventually(async () => {
    const { body } = await shop.call('GET', '/api/products?size=1')
    expect(body.content).toMatchObject([{ id: another?.id }])
  })
  expect(await statusOf('carts')).toMatchObject({ status: 'live', lag: 0 })
})

test('a shop with a few failed read models is ready, and reports what is degraded', async () => {
  const { status, body } = await shop.call('GET', '/health/ready')
  expect(status).toBe(200)
  expect(JSON.stringify(body)).toContain('event-log')
})

test('changes to its stream, and views that require it, are refused with the operator’s remedy', async () => {
  for (const answer of [
    await asAdmin('POST', `/api/orders/${orderId}/confirm`, {}),
    await asAdmin('GET', `/api/orders/${orderId}/history`),
    await shop.call('DELETE', `/api/orders/${orderId}`, { token }),
  ]) {
    expect(answer.status).toBe(409)
    expect(answer.body).toMatchObject({ title: 'A stored event cannot be read' })
    expect(answer.body.detail).toContain(`skip --everywhere --position ${position}`)
  }
})

test('the audit shows it as unreadable, with its stored content', async () => {
  const events = await timeline()
  expect(events.map(({ type }) => type)).toEqual(['OrderPlaced', 'OrderConfirmed'])
  expect(events[1]).toMatchObject({ position, data: {}, unreadable: expect.stringContaining('cannot be read') })
  expect(events[1]?.raw).toContain('"note":"<script>alert(1)</script>"')
})

const skip = (at: number, reason: string) =>
  asAdmin('POST', '/api/ops/projections/everywhere/skip', { position: at, reason })

test('it cannot be left out if nothing has failed, nor without a reason', async () => {
  expect((await skip(position - 1, 'no such failure')).status).toBe(409)
  expect((await skip(position, ' ')).status).toBe(400)
})

test('once it is skipped everywhere, all read models continue, and its stream can be read and changed again', async () => {
  const reason = 'Written by a script, see ticket 88'
  expect((await skip(position, reason)).status).toBe(200)
  for (const name of ['orders', 'event-log', 'event-counts'])
    await eventually(async () => expect(await statusOf(name)).toMatchObject({ status: 'live', lag: 0 }))
  expect((await asAdmin('POST', `/api/orders/${orderId}/confirm`, {})).status).toBe(200)
  const { body } = await shop.call('GET', `/api/orders/${orderId}/history`, { token })
  expect(body.map(({ type, revision }: AuditEvent) => [type, revision])).toEqual([
    ['OrderPlaced', 0],
    ['OrderConfirmed', 2],
  ])
  expect((await asAdmin('GET', '/api/ops/history')).body.content).toContainEqual(
    expect.objectContaining({
      type: 'EventLeftOut',
      by: expect.objectContaining({ name: 'Administrator' }),
      data: expect.objectContaining({ position, reason }),
    }),
  )
})

test('the audit also shows it when it is skipped', async () => {
  await eventually(async () => {
    const { body } = await asAdmin('GET', `/api/audit/events?stream=order-${orderId}`)
    expect(
      body.content.map(({ unreadable, raw }: AuditEvent) => [unreadable !== undefined, raw !== undefined]),
    ).toEqual([
      [false, false],
      [true, true],
      [false, false],
    ])
  })
  expect((await timeline()).map(({ unreadable }) => unreadable !== undefined)).toEqual([false, true, false])
})

test('a replay and a comparison leave it out too', async () => {
  expect((await asAdmin('POST', '/api/ops/projections/orders/replay')).status).toBe(202)
  const newest = async () => (await asAdmin('GET', '/api/ops/history?name=orders')).body.content[0]
  await eventually(async () => expect(await newest()).toMatchObject({ data: { outcome: 'done' } }))
  expect((await asAdmin('POST', '/api/ops/projections/orders/verify')).status).toBe(202)
  await eventually(async () =>
    expect(await newest()).toMatchObject({
      type: 'ProjectionVerified',
      data: { outcome: 'done', missing: 0, extra: 0, different: 0 },
    }),
  )
})

test('an event of a newer release is shown by name and with its data, and the audit reports it as unknown', async () => {
  const stream = `order-${orderId}`
  const revision = (await timeline()).length
  const metadata = {
    correlationId: 'a',
    causationId: 'a',
    by: { id: 'a', name: 'a', role: 'SYSTEM' },
    schemaVersion: 1,
  }
  await plantEvent(shop, { stream, revision, type: 'OrderGiftWrapped', data: { ribbon: 'red' }, metadata })
  const event = (await timeline()).at(-1)
  expect(event).toMatchObject({
    type: 'OrderGiftWrapped',
    sentence: 'OrderGiftWrapped: this release of the shop does not know this event, which a newer one has written',
  })
  expect(event?.raw).toContain('"ribbon":"red"')
})
