import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '../support/shop/shop.ts'

let shop: TestShop

/** One person and request each: the first and last moments of days in India. */
const moments = [
  { name: 'eve', at: '2026-03-31T18:29:59.999Z' },
  { name: 'first', at: '2026-03-31T18:30:00.000Z' },
  { name: 'last', at: '2026-04-01T18:29:59.999Z' },
  { name: 'next', at: '2026-04-01T18:30:00.000Z' },
]

beforeAll(async () => {
  shop = await openTestShop()
  const { db } = shop.shop.infrastructure.database
  for (const { name, at } of moments) {
    const { id, accessToken: token } = await shop.signUp(name)
    const body = { title: name, company: 'Aarogya', description: 'Please look at it' }
    const { body: raised } = await shop.call('POST', '/api/orders/productRequest', { token, body })
    await shop.settled()
    // Requests and accounts get their time from the clock.
    await sql`update accounts set created_at = ${at}::timestamptz, name = ${name} where id = ${id}`.execute(db)
    await sql`update read_service_requests.service_requests set raised_at = ${at}::timestamptz
      where request_id = ${raised.id}`.execute(db)
  }
})
afterAll(() => shop.close())

const get = (path: string) => shop.call('GET', path, { token: shop.adminToken })
const day = '2026-04-01'

const periods: [string, string[]][] = [
  [`from=${day}&to=${day}`, ['first', 'last']],
  [`to=${day}`, ['eve', 'first', 'last']],
  [`from=2026-04-02&to=2026-04-30`, ['next']],
  [`from=2026-04-02&to=${day}`, []],
]

test.each(periods)('people are narrowed to days in India: %s', async (period, names) => {
  const { body } = await get(`/api/users?${period}`)
  expect(body.content.map((person: { name: string }) => person.name)).toEqual(names)
  expect(body.totalElements).toBe(names.length)
  const { text } = await get(`/api/users.csv?${period}`)
  expect(text.trim().split('\r\n')).toHaveLength(1 + names.length)
})

test.each(periods)('service requests are narrowed to days in India, and counted: %s', async (period, names) => {
  const { body } = await get(`/api/orders/productRequest?${period}&sort=raised-asc`)
  expect(body.content.map((request: { title: string }) => request.title)).toEqual(names)
  expect(body).toMatchObject({
    totalElements: names.length,
    statusCounts: names.length > 0 ? { received: names.length } : {},
  })
  const { text } = await get(`/api/orders/productRequest.csv?${period}`)
  expect(text.trim().split('\r\n')).toHaveLength(1 + names.length)
})

test.each(['users', 'users.csv', 'orders/productRequest', 'orders/productRequest.csv'])(
  'an invalid day is rejected by %s',
  async (list) => {
    for (const wrong of ['from=yesterday', 'to=2026-02-30'])
      expect((await get(`/api/${list}?${wrong}`)).status).toBe(400)
  },
)
