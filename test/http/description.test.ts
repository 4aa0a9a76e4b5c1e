import { afterAll, beforeAll, expect, test } from 'vitest'
import { digestOf } from '#core/http/security/throttle.ts'
import { eventually } from '../support/eventually.ts'
import { openTestShop, type TestShop } from '../support/shop/shop.ts'

type Operation = {
  parameters?: { name: string }[]
  responses: Record<string, { headers?: Record<string, unknown> }>
  requestBody?: { content: { 'application/json'?: { example: unknown } } }
}
type Described = Operation & { method: string; path: string }

let shop: TestShop
let calls: Described[]

beforeAll(async () => {
  shop = await openTestShop({ BUDGET_SCALE: '1' })
  const { body } = await shop.call('GET', '/api/openapi.json')
  const paths: [string, Record<string, Operation>][] = Object.entries(body.paths)
  calls = paths.flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  )
})
afterAll(() => shop.close())

/** The account that logs in has not signed up yet; logging out revokes the token that the other calls are made with. */
const turns: Readonly<Record<string, number>> = { '/api/auth/authenticate': -1, '/api/auth/logout': 1 }
const turn = ({ path }: Described) => turns[path] ?? 0

/** Sends every call the example of its description, about things that do not exist. */
async function answers(token?: string) {
  const given = []
  for (const call of calls.toSorted((a, b) => turn(a) - turn(b))) {
    const { method, path, requestBody, responses } = call
    const body = requestBody?.content['application/json']?.example
    const { status, headers } = await shop.call(method, path.replaceAll(/\{\w+\}/g, 'x1'), { token, body })
    given.push({ call: `${method} ${path}`, status, headers, described: Object.keys(responses) })
  }
  return given
}

test('the description includes the responses of a cart to callers other than its owner', async () => {
  const cart = '/api/carts/0f0e5c1e-6f0e-4d53-9c36-0d6a1f3a9b11'
  const { accessToken: token } = await shop.signUp()
  expect((await shop.call('POST', `${cart}/claim`, { token })).status).toBe(200)
  expect((await shop.call('GET', cart)).status).toBe(403)
  const described = calls.filter(({ path }) => path.startsWith('/api/carts/')).map(({ responses }) => responses)
  expect(described.length).toBeGreaterThan(3)
  for (const responses of described) expect(Object.keys(responses)).toContain('403')
})

test('the description includes every response of a call: to a guest, to an ADMIN, and after too many attempts', async () => {
  const { pool } = shop.shop.infrastructure.database
  const asGuest = await answers()
  const me = await shop.call('GET', '/api/users/me', { token: shop.adminToken })
  const spent = [
    ['unstored-calls', `account ${me.body.id}`],
    ['verification-account', me.body.id],
    ['personal-data-account', me.body.id],
    ['addresses-account', me.body.id],
  ].map(([budget, key]) => `${budget}:${digestOf(key)}`)
  for (const key of spent) await pool.query('insert into throttles values ($1, 0, $2)', [key, Date.now() + 600_000])
  await pool.query('update throttles set points = 1000')
  await eventually(async () => {
    const refused = [
      await shop.call('POST', '/api/orders', { token: shop.adminToken, body: {} }),
      await shop.call('POST', '/api/auth/forgot-password', { body: { username: 'asha' } }),
    ]
    expect(refused).toMatchObject([{ status: 429 }, { status: 429 }])
  })
  expect(asGuest).toContainEqual(expect.objectContaining({ call: 'POST /api/auth/authenticate', status: 401 }))
  const throttled = await answers(shop.adminToken)
  for (const { call, status, described } of [...asGuest, ...throttled])
    expect([call, described]).toEqual([call, expect.arrayContaining([String(status)])])
  const refused = throttled.filter(({ status }) => status === 429)
  expect(refused.map(({ call }) => call)).toEqual(
    throttled.filter(({ described }) => described.includes('429')).map(({ call }) => call),
  )
  for (const { headers } of refused) expect(headers.get('Retry-After')).toMatch(/^\d+$/)
})

test('the description documents Retry-After for each response that sends it', () => {
  const described = calls.flatMap(({ responses }) => [responses['429'], responses['503']]).filter(Boolean)
  expect(described.length).toBeGreaterThan(calls.length)
  const stillRunning = calls.filter(({ responses }) => '422' in responses).map(({ responses }) => responses['409'])
  expect(stillRunning.length).toBeGreaterThan(3)
  for (const answer of [...described, ...stillRunning])
    expect(answer?.headers).toMatchObject({ 'Retry-After': expect.anything() })
})

test('the description includes the limits of a login name and of a new password', async () => {
  const { body } = await shop.call('GET', '/api/openapi.json')
  const bodyOf = (method: string, path: string) =>
    body.paths[path][method].requestBody.content['application/json'].schema.properties
  const { username, password } = bodyOf('post', '/api/auth/signup')
  expect(username).toMatchObject({ minLength: 3, maxLength: 120 })
  expect(password).toMatchObject({ minLength: 8, maxLength: 128 })
})

/** Calls that change one thing and do not honour `If-Match`, by the reason. */
const unconditional = {
  'its subject is a row without a revision': [
    'DELETE /api/audit/exports/{id}',
    'DELETE /api/users/me/addresses/{id}',
    'PUT /api/users/me/addresses/{id}',
    'POST /api/ops/jobs/{id}/discard',
    'POST /api/ops/jobs/{id}/retry',
    'POST /api/ops/jobs/{id}/send',
    'POST /api/ops/jobs/{id}/send-again',
  ],
  'whether it is accepted depends on the state of the read model': [
    'POST /api/ops/projections/{name}/dry-run',
    'POST /api/ops/projections/{name}/replay',
    'POST /api/ops/projections/{name}/resume',
    'POST /api/ops/projections/{name}/retry',
    'POST /api/ops/projections/{name}/rollback',
    'POST /api/ops/projections/{name}/skip',
    'POST /api/ops/projections/{name}/stop-comparison',
    'POST /api/ops/projections/{name}/stop-replay',
    'POST /api/ops/projections/{name}/verify',
  ],
  'it adds something, whatever the subject’s revision': [
    'POST /api/orders/{orderId}/notes',
    'POST /api/products/{id}/images',
  ],
  'it takes effect whatever the subject’s revision': ['DELETE /api/users/{id}', 'POST /api/carts/{cartId}/claim'],
}

test('every call that changes a thing documents If-Match, or has a reason not to', () => {
  const withoutCondition = calls
    .filter(({ method, path }) => method !== 'GET' && path.includes('{'))
    .filter(({ parameters = [] }) => !parameters.some(({ name }) => name === 'If-Match'))
  expect(
    withoutCondition.map(({ method, path }) => `${method} ${path}`).toSorted(),
    'set `conditional: true` in the route and pass the revision to the command, or give a reason in `unconditional`',
  ).toEqual(Object.values(unconditional).flat().toSorted())
})
