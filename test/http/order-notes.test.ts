import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { erasedText } from '#core/personal-data/erased-text.ts'
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

const get = (path: string, token = shop.adminToken) => shop.call('GET', path, { token })
const note = (orderId: string, body: unknown, headers?: Record<string, string>) =>
  shop.call('POST', `/api/orders/${orderId}/notes`, { token: shop.adminToken, body, headers })

async function placedOrder() {
  const buyer = await shop.signUp()
  const order = orderFor([[product, 1]])
  await shop.call('POST', '/api/orders', { token: buyer.accessToken, body: order })
  return { buyer, orderId: order.orderId }
}

type Shown = { id: string; stream: string; type: string; sentence: string; mails: unknown[]; data: { text?: string } }

async function timelineOf(orderId: string): Promise<Shown[]> {
  return (await get(`/api/audit/streams/order-${orderId}`)).body.events
}

async function textsOf(orderId: string): Promise<(string | undefined)[]> {
  return (await timelineOf(orderId)).filter(({ type }) => type === 'OrderNoteAdded').map(({ data }) => data.text)
}

/** What the event log itself stores of a stream. */
async function stored(stream: string): Promise<string> {
  const { db } = shop.shop.infrastructure.database
  const { rows } = await sql<{
    event: string
  }>`select to_json(e)::text as event from events e where stream = ${stream}`.execute(db)
  return rows.map(({ event }) => event).join('\n')
}

describe('a note of the staff on an order', () => {
  test('is in the admin’s history of the order, between the steps, and leaves the order unchanged', async () => {
    const { orderId } = await placedOrder()
    const before = await get(`/api/orders/${orderId}`)
    const added = await note(orderId, { text: ' The clinic asked for a call first ' })
    expect(added).toMatchObject({ status: 201, body: { id: expect.any(String), orderId } })
    expect(added.headers.get('X-Event-Position')).toMatch(/^\d+$/)
    expect(added.headers.get('ETag')).toBeNull()
    const after = await get(`/api/orders/${orderId}`)
    expect(after.body).toEqual(before.body)
    expect(after.headers.get('ETag')).toBe(before.headers.get('ETag'))
    const confirmed = await shop.call('POST', `/api/orders/${orderId}/confirm`, {
      token: shop.adminToken,
      body: {},
      headers: { 'If-Match': before.headers.get('ETag') ?? '' },
    })
    expect(confirmed.status).toBe(200)
    const timeline = await timelineOf(orderId)
    expect(timeline.map(({ type }) => type)).toEqual(['OrderPlaced', 'OrderNoteAdded', 'OrderConfirmed'])
    expect(timeline[1]).toMatchObject({
      id: added.body.id,
      stream: `orderNotes-${orderId}`,
      sentence: expect.stringMatching(/ added a note for the staff$/),
      data: { text: 'The clinic asked for a call first' },
      mails: [],
    })
  })

  test('is in nothing that the buyer receives', async () => {
    const { buyer, orderId } = await placedOrder()
    const text = 'The buyer argued about the last bill'
    await note(orderId, { text })
    const token = buyer.accessToken
    const paths = ['', '/history'].map((part) => `/api/orders/${orderId}${part}`)
    for (const path of [...paths, `/api/orders/myorder/${buyer.loginUserName}`, '/api/users/me/data']) {
      const seen = await get(path, token)
      expect(seen.status).toBe(200)
      expect(seen.text).not.toContain(text)
      expect(seen.text).not.toContain('OrderNoteAdded')
    }
    expect((await get(`/api/audit/streams/orderNotes-${orderId}`, token)).status).toBe(403)
  })

  test('is written once under one key, and again without one', async () => {
    const { orderId } = await placedOrder()
    const once = { 'Idempotency-Key': 'a-note' }
    const [first, second] = [
      await note(orderId, { text: 'Called' }, once),
      await note(orderId, { text: 'Called' }, once),
    ]
    expect(second.text).toBe(first.text)
    expect(await textsOf(orderId)).toEqual(['Called'])
    await note(orderId, { text: 'Called' })
    expect(await textsOf(orderId)).toEqual(['Called', 'Called'])
  })

  test('requires an order, and a text that is neither blank nor too long', async () => {
    const { orderId } = await placedOrder()
    for (const text of [' ', '\u200b', undefined, 7])
      expect(await note(orderId, { text })).toMatchObject({
        status: 400,
        body: { detail: expect.stringContaining('Please write something') },
      })
    expect(await note(orderId, { text: 'x'.repeat(5_001) })).toMatchObject({ status: 400 })
    expect(await note('ORD00000000', { text: 'Called' })).toMatchObject({ status: 404 })
    expect(await textsOf(orderId)).toEqual([])
  })

  test('is encrypted, and can no longer be read once the buyer’s account is deleted', async () => {
    const { buyer, orderId } = await placedOrder()
    await note(orderId, { text: 'Mrs Kulkarni next door takes the parcel' })
    expect(await stored(`orderNotes-${orderId}`)).not.toContain('Kulkarni')
    await shop.call('DELETE', `/api/users/${buyer.id}`, { token: shop.adminToken })
    expect(await textsOf(orderId)).toEqual([erasedText])
  })

  test('can be added after that, for as long as its author has an account', async () => {
    const { buyer, orderId } = await placedOrder()
    await shop.call('DELETE', `/api/users/${buyer.id}`, { token: shop.adminToken })
    expect((await note(orderId, { text: 'The parcel came back' })).status).toBe(201)
    expect(await textsOf(orderId)).toEqual(['The parcel came back'])
    expect(await stored(`orderNotes-${orderId}`)).not.toContain('came back')
  })

  test('completes the erasure of a buyer that did not include the order', async () => {
    const { buyer, orderId } = await placedOrder()
    await shop.shop.infrastructure.personalData.eraseKey(buyer.id)
    expect((await note(orderId, { text: 'The parcel came back' })).status).toBe(201)
    expect((await timelineOf(orderId)).map(({ type }) => type)).toEqual([
      'OrderPlaced',
      'OrderPersonalDataErased',
      'OrderNoteAdded',
    ])
    expect(await textsOf(orderId)).toEqual(['The parcel came back'])
  })
})
