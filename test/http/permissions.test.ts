import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adminOnly, readModelsOf, type Route } from '#core/http/routing/route.ts'
import type { ComposedModule, ModuleManifest } from '#core/module/manifest.ts'
import { allProjections, manifests, personalReadModels } from '#modules/shop/manifests.ts'
import { routesOf } from '#modules/shop/compose.ts'
import { openTestShop, type TestShop } from '../support/shop/shop.ts'

let shop: TestShop
let tokens: Record<'USER' | 'STAFF', string>

beforeAll(async () => {
  shop = await openTestShop()
  const [user, staff] = [await shop.signUp(), await shop.signUp()]
  const roles = { token: shop.adminToken, body: { roles: ['STAFF'] } }
  await shop.call('PUT', `/api/users/${staff.id}/roles`, roles)
  const body = { username: staff.loginUserName, password: 'a quiet morning in Pune' }
  const again = await shop.call('POST', '/api/auth/authenticate', { body })
  tokens = { USER: user.accessToken, STAFF: again.body.accessToken }
})
afterAll(() => shop.close())

/** Every call of the API, by each of its paths. */
const calls = () =>
  routesOf(shop.shop.modules).flatMap(({ method, path, also = [], access }) =>
    [path, ...also].map((template) => ({ method, access, path: template.replaceAll(/\{\w+\}/g, 'x1') })),
  )

const forged =
  'eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.eyJzdWIiOiJhZG1pbiIsInJvbGVzIjpbIkFETUlOIl0sImlhdCI6MSwiZXhwIjo5OTk5OTk5OTk5fQ.x'

describe('a caller without the right', () => {
  test('without a token, or with a forged one, gets 401 wherever a login is required', async () => {
    const guarded = calls().filter(({ access }) => access !== 'everyone')
    expect(guarded.length).toBeGreaterThan(30)
    for (const { method, path } of guarded) {
      const answers = await Promise.all([undefined, forged].map((token) => shop.call(method, path, { token })))
      expect([method, path, ...answers.map(({ status }) => status)]).toEqual([method, path, 401, 401])
    }
  })

  test('with an insufficient role gets 403 before anything else is checked', async () => {
    for (const role of ['USER', 'STAFF'] as const) {
      for (const { method, path, access } of calls()) {
        if (access === 'everyone' || access.includes(role)) continue
        const { status } = await shop.call(method, path, { token: tokens[role] })
        expect([role, method, path, status]).toEqual([role, method, path, 403])
      }
    }
  })

  test('gets a remedy, and no internal details', async () => {
    const { body, headers } = await shop.call('GET', '/api/orders')
    expect(body).toMatchObject({ status: 401, title: expect.any(String), detail: expect.any(String) })
    expect(headers.get('X-Request-Id')).toBe(body.instance)
    expect(headers.get('Cache-Control')).toBe('no-store')
  })
})

test('every call that changes the shop declares who may make it', () => {
  const open = calls().filter(({ method, access }) => method !== 'GET' && access === 'everyone')
  expect(
    open.map(({ method, path }) => `${method} ${path}`).toSorted(),
    'restrict `access` to those who may call it; only if guests must be able to call it, list it here',
  ).toEqual([
    'DELETE /api/carts/x1/items',
    'DELETE /api/carts/x1/items/x1',
    'POST /api/auth/authenticate',
    'POST /api/auth/forgot-password',
    'POST /api/auth/reset-password',
    'POST /api/auth/reset-password/check',
    'POST /api/auth/signup',
    'POST /api/auth/verify-email',
    'POST /api/products/resolve',
    'PUT /api/carts/x1/items/x1',
    'PUT /api/products/search',
  ])
})

test('every call by which others than ADMINs store something has a limit, or can store only so much', () => {
  const bounded = {
    'POST /api/auth/logout': 'ends one session',
    'POST /api/auth/verify-email': 'uses up its link',
    'DELETE /api/users/{id}': 'erases an account once',
    'DELETE /api/orders/{orderId}': 'cancels an order once',
    'POST /api/orders/productRequest/{id}/withdraw': 'withdraws a request once',
    'PUT /api/users/me/addresses/{id}': 'replaces one of them',
    'DELETE /api/users/me/addresses/{id}': 'removes one of them',
    'PUT /api/products/search': 'is a query',
    'POST /api/products/resolve': 'is a query',
  }
  const unlimited = routesOf(shop.shop.modules).filter(
    ({ method, access, limitsUnstored, refuses }) =>
      method !== 'GET' && access !== adminOnly && !limitsUnstored && !refuses?.includes('too-many-requests'),
  )
  expect(
    unlimited.map(({ method, path }) => `${method} ${path}`).toSorted(),
    'charge what it stores to a budget (see budgets.ts of service requests), and set `limitsUnstored`',
  ).toEqual(Object.keys(bounded).toSorted())
})

/** Whether the answer names an account or what it is reached by, whatever the module keeps. */
const namesPersons = ({ responses }: Route) =>
  /"(recipientId|loginUserName|mobileNumber|email)"/.test(JSON.stringify(responses[200]))

test('every read of personal lists or records by an ADMIN declares what it discloses, so that it is recorded', () => {
  const composed: Readonly<Record<string, ComposedModule>> = shop.shop.modules
  const silent = Object.entries<ModuleManifest>(manifests).flatMap(([name, { events }]) => {
    const hasPersonalEvents = Object.values(events).some(({ personal }) => personal !== undefined)
    const routes = composed[name]?.routes ?? []
    return routes.filter((route) => {
      const isOfPersons =
        hasPersonalEvents || namesPersons(route) || readModelsOf(route).some((one) => personalReadModels.includes(one))
      return route.method === 'GET' && isOfPersons && route.access !== 'everyone' && route.discloses === undefined
    })
  })
  expect(
    silent.map(({ path }) => path),
    'add `discloses` to these routes; it returns undefined where callers see nothing but their own',
  ).toEqual([])
})

test('each read model is named by a call that answers from it, so that callers read their own writes', () => {
  const named = new Set(
    routesOf(shop.shop.modules)
      .map(readModelsOf)
      // These wait for everything about a person, whatever they answer from.
      .filter((names) => !personalReadModels.every((name) => names.includes(name)))
      .flat(),
  )
  const forgotten = allProjections.filter(({ name }) => !named.has(name))
  expect(
    forgotten.map(({ name }) => name),
    'name these read models in `reads` of the routes that answer from them',
  ).toEqual([])
})

test('every call that creates something honours Idempotency-Key', () => {
  const repeatable = {
    'POST /api/auth/signup': 'a second account of that name is refused',
    'POST /api/products/images': 'a picture is named by its content',
    'POST /api/products/{id}/images': 'a picture is named by its content',
  }
  const others = routesOf(shop.shop.modules).filter(({ responses, idempotent }) => '201' in responses && !idempotent)
  expect(
    others.map(({ method, path }) => `${method} ${path}`).toSorted(),
    'set `idempotent` of these routes, so that a repeated request creates nothing twice',
  ).toEqual(Object.keys(repeatable).toSorted())
})
