import { Type } from 'typebox'
import { visibleText } from '#core/text/blank.ts'
import { EngineUnavailable, Rejection } from '#core/domain/errors.ts'
import { StreamConflict } from '#core/event-store/event-store.ts'
import { pageOf, PageOf, PageQuery } from '#core/http/schemas/pagination.ts'
import { adminOnly, defineRoute, loggedIn, type Route } from '#core/http/routing/route.ts'
import { Timestamp } from '#core/http/schemas/timestamp.ts'

/** What a handler was given, returned. */
const Echo = Type.Object({ params: Type.Unknown(), query: Type.Unknown(), body: Type.Unknown() })

const Thing = Type.Object({
  title: Type.String({ pattern: visibleText, maxLength: 20, message: 'Title cannot be empty', examples: ['Monitor'] }),
  qty: Type.Integer({ minimum: 0, maximum: 100, message: 'Quantity cannot be empty' }),
  kind: Type.Optional(Type.Union([Type.Literal('new'), Type.Literal('used')])),
  lines: Type.Optional(
    Type.Array(Type.Object({ id: Type.String({ pattern: visibleText, message: 'Every line needs an id' }) }), {
      maxItems: 3,
    }),
  ),
  price: Type.Optional(
    Type.Refine(
      Type.Number(),
      (price) => price < 10,
      () => 'Price must be below 10',
    ),
  ),
  address: Type.Optional(Type.Object({ city: Type.String({ pattern: visibleText, message: 'City is required' }) })),
})

const common = { tag: 'Things', summary: 'A call of the tests' } as const

export function echoRoutes(): Route[] {
  return [
    defineRoute({
      ...common,
      method: 'POST',
      path: '/api/things',
      also: ['/api/stuff'],
      access: 'everyone',
      query: Type.Object({ text: Type.Optional(Type.String()) }),
      body: Thing,
      responses: { 201: Echo },
      handle: ({ params, query, body }) => ({ status: 201, body: { params, query, body } }),
    }),
    defineRoute({
      ...common,
      method: 'GET',
      path: '/api/things/{id}',
      access: 'everyone',
      params: Type.Object({ id: Type.String({ maxLength: 50 }) }),
      responses: { 200: Echo },
      handle: ({ params, query, body }) => ({ status: 200, body: { params, query, body: body ?? null } }),
    }),
    defineRoute({
      ...common,
      method: 'GET',
      path: '/api/things/newest',
      access: 'everyone',
      responses: { 200: Type.Literal('newest') },
      handle: () => ({ status: 200, body: 'newest' }),
    }),
    defineRoute({
      ...common,
      method: 'GET',
      path: '/api/things',
      access: 'everyone',
      query: Type.Object({
        ...PageQuery.properties,
        text: Type.Optional(Type.String()),
        price: Type.Optional(Type.Number()),
        open: Type.Optional(Type.Boolean()),
        at: Type.Optional(Timestamp),
      }),
      responses: { 200: PageOf(Type.Unknown()) },
      handle: ({ query }) => ({ status: 200, body: pageOf([query], { ...query, totalElements: 25 }) }),
    }),
    defineRoute({
      ...common,
      method: 'DELETE',
      path: '/api/things/{id}',
      access: 'everyone',
      params: Type.Object({ id: Type.String() }),
      responses: { 204: null },
      handle: () => ({ status: 204 }),
    }),
  ]
}

/** One route for each policy. */
export function guardedRoutes(): Route[] {
  const policies = { open: 'everyone', mine: loggedIn, theirs: adminOnly, nobodys: [] } as const
  return Object.entries(policies).flatMap(([name, access]) =>
    (['GET', 'POST'] as const).map((method) =>
      defineRoute({
        ...common,
        method,
        path: `/api/guarded/${name}`,
        access,
        responses: { 200: Type.Unknown() },
        handle: ({ actor }) => ({ status: 200, body: actor }),
      }),
    ),
  )
}

const failures: Record<string, () => unknown> = {
  rejected: () => new Rejection('conflict', 'Not now', { errors: [{ field: 'a', defaultMessage: 'Not a' }] }),
  throttled: () => new Rejection('too-many-requests', 'Slow down', { retryAfterSeconds: 12.3 }),
  stale: () => new Rejection('precondition-failed', 'Changed since it was read'),
  conflict: () => new StreamConflict('order-ORD1', 3, 4),
  outage: () => new EngineUnavailable('database', { retryAfterSeconds: 7 }),
  bug: () => new TypeError('select secret from /etc/passwd'),
}

/** One route for each way to fail. */
export function failingRoutes(): Route[] {
  return Object.entries(failures).map(([name, failure]) =>
    defineRoute({
      ...common,
      method: 'GET',
      path: `/api/failing/${name}`,
      access: 'everyone',
      responses: { 200: Type.Unknown() },
      handle: () => Promise.reject(failure()),
    }),
  )
}
