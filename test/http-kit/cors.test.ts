import { afterAll, beforeAll, expect, test } from 'vitest'
import { call, openKit, type Kit } from './kit.ts'
import { echoRoutes } from './routes.ts'

let kit: Kit
let closed: Kit

beforeAll(async () => {
  kit = await openKit(echoRoutes(), { corsOrigins: ['https://shop.in'] })
  closed = await openKit(echoRoutes())
})
afterAll(() => Promise.all([kit.stop(), closed.stop()]))

const allowed = async (one: Kit, origin: string) =>
  (await call(one, 'GET /api/things', { headers: { Origin: origin } })).headers.get('Access-Control-Allow-Origin')

const preflight = (one: Kit, origin: string) =>
  call(one, 'OPTIONS /api/things', { headers: { Origin: origin, 'Access-Control-Request-Method': 'POST' } })

test('an origin on the list may read, and is sent the list of readable headers', async () => {
  const { headers } = await call(kit, 'GET /api/things', { headers: { Origin: 'https://shop.in' } })
  expect(headers.get('Access-Control-Allow-Origin')).toBe('https://shop.in')
  expect(headers.get('Access-Control-Expose-Headers')).toContain('X-Event-Position')
  expect(headers.get('Access-Control-Allow-Credentials')).toBeNull()
  expect(headers.get('Vary')).toContain('Origin')
})

test.each([
  'null',
  'https://evil-shop.in',
  'https://shop.in.evil',
  'http://shop.in',
  'https://shop.in:8443',
  'https://SHOP.in',
  'https://sub.shop.in',
])('no other origin may: %s', async (origin) => expect(await allowed(kit, origin)).toBeNull())

test('no origin may without a list', async () => {
  expect(await allowed(closed, 'https://shop.in')).toBeNull()
})

test('a preflight is answered only for origins on the list', async () => {
  const answer = await preflight(kit, 'https://shop.in')
  expect(answer.status).toBe(204)
  for (const method of ['POST', 'PATCH']) expect(answer.headers.get('Access-Control-Allow-Methods')).toContain(method)
  expect(answer.headers.get('Access-Control-Allow-Headers')).toContain('Idempotency-Key')
  for (const refused of [await preflight(kit, 'https://evil.in'), await preflight(closed, 'https://shop.in')]) {
    expect(refused.headers.get('Access-Control-Allow-Methods')).toBeNull()
  }
})
