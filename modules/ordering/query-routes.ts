import { Type } from 'typebox'
import type { DeliveryTimes } from '#core/config/delivery-times.ts'
import type { Actor } from '#core/domain/actor.ts'
import { Rejection } from '#core/domain/errors.ts'
import type { RecordedEvent } from '#core/event-store/event-store.ts'
import { eventsUntil } from '#core/event-store/events-until.ts'
import { HistoryEntry, presentHistoryEntry } from '#core/http/schemas/history.ts'
import { pageOf, PageOf, PageQuery } from '#core/http/schemas/pagination.ts'
import { Timestamp } from '#core/http/schemas/timestamp.ts'
import { defineRoute, loggedIn, type LoggedIn, type Route } from '#core/http/routing/route.ts'
import type { Budgets } from '#core/http/security/budgets/budgets.ts'
import type { PlaceOnce } from './cart-use.ts'
import { expectedOf, foldOrder, type OrderingDeps } from './commands.ts'
import { orderStream } from './domain/events.ts'
import { presentRow, presentTracked } from './present.ts'
import type { OrderQueries } from './read-model.ts'
import { TrackedOrder } from './schema.ts'

/** The dependencies of this module's routes. */
export type OrderingRouteDeps = OrderingDeps & {
  orders: OrderQueries
  budgets: Budgets
  placeOncePerCart: PlaceOnce
  deliveryTimes: DeliveryTimes
  /** Resolves a login name to an account that the actor may see. @throws Rejection */
  resolveOwner: (loginUserName: string, actor: LoggedIn) => Promise<string>
}

export const OrderParams = Type.Object({ orderId: Type.String({ maxLength: 100, examples: ['ORD48210377'] }) })

/** The queries of a buyer on their own orders, and of an ADMIN on any order. */
export function queryRoutes(deps: OrderingRouteDeps): Route[] {
  return [ownRoute(deps), orderRoute(deps), historyRoute(deps)]
}

function ownRoute({ orders, deliveryTimes, resolveOwner }: OrderingRouteDeps): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/orders/myorder/{loginUserName}',
    summary: 'The orders of one user, newest first',
    access: loggedIn,
    params: Type.Object({ loginUserName: Type.String({ maxLength: 320, examples: ['asha.rao'] }) }),
    query: PageQuery,
    responses: { 200: PageOf(TrackedOrder) },
    discloses: () => 'the orders of one user',
    reads: 'orders',
    async handle({ params, query, actor }) {
      const buyerId = await resolveOwner(params.loginUserName, actor)
      const { rows, total } = await orders.page({ buyerId }, query)
      const content = rows.map((row) => presentRow(row, deliveryTimes))
      return { status: 200, body: pageOf(content, { ...query, totalElements: total }) }
    },
  })
}

const AsOf = Type.Object({
  revision: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'The order at this revision' })),
  at: Type.Optional(Timestamp),
})

function orderRoute({ store, deliveryTimes }: OrderingRouteDeps): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/orders/{orderId}',
    summary: 'One order, now or at an earlier revision or time',
    access: loggedIn,
    params: OrderParams,
    query: AsOf,
    responses: { 200: TrackedOrder },
    discloses: ({ params }) => `Order ${params.orderId}`,
    async handle({ params, query, actor }) {
      const events = await ownEvents(store, params.orderId, actor)
      const until = eventsUntil(events, query)
      if (until.length === 0) throw new Rejection('not-found', 'There was no such order yet at that time')
      const revision = until.length - 1
      const expected = expectedOf(until, deliveryTimes)
      return { status: 200, body: presentTracked(foldOrder(until), { revision, expected }), revision }
    },
  })
}

function historyRoute({ store }: OrderingRouteDeps): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/orders/{orderId}/history',
    summary: 'The history of an order, oldest first',
    access: loggedIn,
    params: OrderParams,
    responses: { 200: Type.Array(HistoryEntry) },
    discloses: ({ params }) => `Order ${params.orderId}`,
    async handle({ params, actor }) {
      const events = await ownEvents(store, params.orderId, actor)
      return {
        status: 200,
        body: events.map((event) => presentHistoryEntry(event, actor)),
        revision: events.length - 1,
      }
    },
  })
}

/** The events of the actor's own order, or of any order for an ADMIN. @throws Rejection */
export async function ownEvents(
  store: OrderingRouteDeps['store'],
  orderId: string,
  actor: Actor,
): Promise<RecordedEvent[]> {
  const events = await store.readStream(orderStream(orderId))
  const order = foldOrder(events)
  if (actor.role !== 'ADMIN' && order.buyer.id !== actor.id)
    throw new Rejection('forbidden', 'You can see your own orders only')
  return events
}
