import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { digestOf } from '#core/http/security/throttle.ts'
import { type Answer } from '#test/support/shop/api-caller.ts'
import { addProducts, openTestShop, orderFor, type TestShop } from '#test/support/shop/shop.ts'

let shop: TestShop
let product: Awaited<ReturnType<typeof addProducts>>[number]

// A fifth of each budget, so that a test needs fewer calls: orders 6 and 20, service requests 4, new carts 120, others.
beforeAll(async () => {
  shop = await openTestShop({ BUDGET_SCALE: '0.2', TRUSTED_PROXIES: '1' })
  const [first] = await addProducts(shop, [{}])
  if (first === undefined) throw new Error('no product')
  product = first
})
afterAll(() => shop.close())

let network = 0
beforeEach(() => void (network += 1))

/** A client at an address of this test's network. */
function client(token?: string, host = 1) {
  const headers = { 'X-Forwarded-For': `10.0.${network}.${host}` }
  return (method: string, path: string, body?: unknown) => shop.call(method, path, { token, body, headers })
}

const order = (from: ReturnType<typeof client>, body = orderFor([[product, 1]])) => from('POST', '/api/orders', body)

const statusesOf = (answers: readonly Answer[]) => answers.map(({ status }) => status)

async function repeat(times: number, call: () => Promise<Answer>): Promise<Answer[]> {
  const answers = []
  for (let i = 0; i < times; i++) answers.push(await call())
  return answers
}

const waits = (from: number, to: number) =>
  expect.toSatisfy((seconds) => Number(seconds) > from && Number(seconds) <= to)

describe('orders', () => {
  test('are refused with 429 and Retry-After beyond the budget of the account', async () => {
    const asha = client((await shop.signUp()).accessToken)
    expect(statusesOf(await repeat(6, () => order(asha)))).toEqual([201, 201, 201, 201, 201, 201])
    const refusal = await order(asha)
    expect(refusal.status).toBe(429)
    expect(Number(refusal.headers.get('Retry-After'))).toEqual(waits(500, 600))
    expect(refusal.body.message).toMatch(/^Too many orders in a short time. Please try again in \d+ minutes[.]$/)
    expect(await ordersOf(asha)).toBe(6)
  })

  test('of another account at the same address are accepted, however many the others have placed', async () => {
    for (let i = 0; i < 11; i++) {
      const buyer = client((await shop.signUp()).accessToken)
      expect(statusesOf(await repeat(6, () => order(buyer)))).toEqual([201, 201, 201, 201, 201, 201])
    }
    expect((await order(client((await shop.signUp()).accessToken))).status).toBe(201)
  })

  test('block signups at an address that has used up its budget, but not elsewhere', async () => {
    const buyers = []
    for (let i = 0; i < 10; i++) buyers.push(client((await shop.signUp()).accessToken))
    for (const buyer of buyers) await repeat(6, () => order(buyer))
    const signUp = (from: ReturnType<typeof client>) => from('POST', '/api/auth/signup', newAccount())
    expect(await signUp(client(undefined, 1))).toMatchObject({
      status: 429,
      body: { message: expect.stringContaining('Too many orders from your network') },
    })
    expect((await signUp(client(undefined, 2))).status).toBe(201)
  })

  test('that are refused or repeated do not count against the account', async () => {
    const asha = client((await shop.signUp()).accessToken)
    const dearer = orderFor([[{ ...product, price: product.price + 1 }, 1]])
    const first = orderFor([[product, 1]])
    const answer = await order(asha, first)
    expect(statusesOf(await repeat(10, () => order(asha, dearer)))).toEqual(Array(10).fill(409))
    for (const again of await repeat(10, () => order(asha, first))) expect(again.body).toEqual(answer.body)
    expect(statusesOf(await repeat(6, () => order(asha)))).toEqual([201, 201, 201, 201, 201, 429])
  })

  test('whose number was taken in the meantime cost the account one point, not one per number tried', async () => {
    const ravi = client((await shop.signUp()).accessToken)
    const asha = client((await shop.signUp()).accessToken)
    const numbers = Array.from({ length: 6 }, () => orderFor([[product, 1]]).orderId)
    for (const orderId of numbers) await order(ravi, { ...orderFor([[product, 1]]), orderId })
    const same = await Promise.all(numbers.map((orderId) => order(asha, { ...orderFor([[product, 1]]), orderId })))
    expect(statusesOf(same)).toEqual([201, 201, 201, 201, 201, 201])
    expect((await order(asha)).status).toBe(429)
  })

  test('that store nothing have a limit of their own', async () => {
    const asha = client((await shop.signUp()).accessToken)
    const answers = await repeat(70, () => asha('POST', '/api/orders', {}))
    expect(statusesOf(answers)).toEqual([...Array(60).fill(400), ...Array(10).fill(429)])
    expect(Number(answers.at(-1)?.headers.get('Retry-After'))).toEqual(waits(0, 60))
  })

  test('have a daily limit as well', async () => {
    const { id, accessToken } = await shop.signUp()
    const key = `orders-of-a-day:${digestOf(`account ${id}`)}`
    const expire = Date.now() + 5 * 3_600_000
    await sql`insert into throttles values (${key}, 19, ${expire})`.execute(shop.shop.infrastructure.database.db)
    const asha = client(accessToken)
    expect(statusesOf(await repeat(2, () => order(asha)))).toEqual([201, 429])
    const refusal = await order(asha)
    expect(Number(refusal.headers.get('Retry-After'))).toEqual(waits(17_000, 18_000))
    expect(refusal.body.message).toBe('Too many orders in a short time. Please try again in 5 hours.')
  })
})

describe('service requests', () => {
  test('have an hourly limit', async () => {
    const asha = client((await shop.signUp()).accessToken)
    const raise = () => asha('POST', '/api/orders/productRequest', request)
    expect(statusesOf(await repeat(5, raise))).toEqual([201, 201, 201, 201, 429])
    expect(Number((await raise()).headers.get('Retry-After'))).toEqual(waits(3_500, 3_600))
  })
})

const put = (from: ReturnType<typeof client>, cartId: string, quantity: number) =>
  from('PUT', `/api/carts/${cartId}/items/${product.id}`, { quantity })

describe('carts', () => {
  test('of guests are limited by address; an existing one can still be changed', async () => {
    const guest = client()
    const cartId = randomUUID()
    expect((await put(guest, cartId, 1)).status).toBe(200)
    const others = await repeat(125, () => put(guest, randomUUID(), 1))
    expect(statusesOf(others)).toEqual([...Array(119).fill(200), ...Array(6).fill(429)])
    expect((await put(guest, cartId, 2)).status).toBe(200)
    expect((await put(client(undefined, 2), randomUUID(), 1)).status).toBe(200)
  })

  test('of an account are not refused because of its address', async () => {
    await repeat(121, () => put(client(), randomUUID(), 1))
    const asha = client((await shop.signUp()).accessToken)
    expect((await put(asha, randomUUID(), 1)).status).toBe(200)
  })

  test('left unchanged by a call cost no change, only a call', async () => {
    const guest = client()
    const cartId = randomUUID()
    await put(guest, cartId, 1)
    const same = await repeat(65, () => put(guest, cartId, 1))
    expect(statusesOf(same)).toEqual([...Array(60).fill(200), ...Array(5).fill(429)])
  })
})

const request = { title: 'ECG machine', company: 'Aarogya', description: 'The display stays dark' }

function newAccount() {
  const username = `${randomUUID()}@clinic.in`
  return { username, name: 'Asha Rao', password: 'a long enough phrase', email: username, mobileNumber: '9820012345' }
}

async function ordersOf(from: ReturnType<typeof client>): Promise<number> {
  const { body } = await from('GET', '/api/users/me')
  return (await from('GET', `/api/orders/myorder/${body.username}`)).body.totalElements
}
