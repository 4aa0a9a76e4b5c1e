import type { Kysely } from 'kysely'
import type { Route } from '#core/http/routing/route.ts'
import type { DataOf, PersonalTraces } from '#core/module/personal-traces.ts'
import { decideInStreams } from '#core/domain/decide-in-streams.ts'
import { refuseNewcomers } from './budgets.ts'
import { cartReservations } from './tables.ts'
import { placeOncePerCart, type FindCartUse } from './cart-use.ts'
import { expectedOf, foldOrder } from './commands.ts'
import { ordersOf } from './orders-of-person.ts'
import { orderStream } from './domain/events.ts'
import type { ExpectedDays } from './domain/expected-days.ts'
import { orderDecider, type Order } from './domain/order.ts'
import { orderQueries } from './read-model.ts'
import type { OrderingRouteDeps } from './query-routes.ts'
import { salesQueries, type SalesQueries } from './sales/read-model.ts'
import { orderingRoutes } from './routes.ts'
import { orderErasure } from './domain/wording.ts'

export type { FindOffers } from './commands.ts'

export type OrderingModule = {
  routes: Route[]
  /** The number of orders (spec §7 numberOfOrders). */
  countOrders: () => Promise<number>
  /** The figures of the orders. */
  sales: SalesQueries
  /** The order as of a revision of its stream, with the days on which it was expected. */
  orderAt: (orderId: string, revision: number) => Promise<Order & { expected?: ExpectedDays | undefined }>
  /** The cart ids of an account's newest orders, in lower case. */
  cartsOrderedBy: (accountId: string) => Promise<ReadonlySet<string>>
  /** @throws Rejection `too-many-requests` while this network address has used up its orders */
  refuseNewcomers: (clientAddress: string) => Promise<void>
  /** The streams of an account's newest orders. */
  streamsOf: (accountId: string, limit: number) => Promise<string[]>
  /** Appends to each order of the account that the buyer's data can no longer be read. */
  traces: PersonalTraces
  dataOf: DataOf
}

/** Enough: the carts of earlier orders have ended long before an account places this many. */
const newestOrders = 100

type OrderingDeps = Omit<OrderingRouteDeps, 'orders' | 'placeOncePerCart'> & {
  db: Kysely<unknown>
  findCartUse: FindCartUse
}

/** Orders: their routes, and the functions that other modules may call. */
export function orderingModule(deps: OrderingDeps): OrderingModule {
  const orders = orderQueries(deps.db)
  const oncePerCart = placeOncePerCart(cartReservations(deps.db), deps.findCartUse)
  return {
    routes: orderingRoutes({ ...deps, orders, placeOncePerCart: oncePerCart }),
    countOrders: () => orders.count(),
    sales: salesQueries(deps.db),
    refuseNewcomers: (clientAddress) => refuseNewcomers(deps.budgets, clientAddress),
    async orderAt(orderId, revision) {
      const events = await deps.store.readStream(orderStream(orderId), { to: revision })
      return { ...foldOrder(events), expected: expectedOf(events, deps.deliveryTimes) }
    },
    async cartsOrderedBy(accountId) {
      const ids = await orders.idsOfBuyer(accountId, newestOrders)
      const placed = await deps.store.readPlaces(ids.map((id) => ({ stream: orderStream(id), revision: 0 })))
      return new Set(placed.flatMap((event) => foldOrder([event]).cartId?.toLowerCase() ?? []))
    },
    streamsOf: async (accountId, limit) => (await orders.idsOfBuyer(accountId, limit)).map(orderStream),
    dataOf: async (person) => ({ orders: await ordersOf({ ...deps, orders }, person) }),
    traces: {
      preview: async (accountId) => orderErasure(await orders.countOfBuyer(accountId)),
      async erase(accountId, contextFor) {
        const streams = (await orders.idsOfBuyer(accountId)).map(orderStream)
        const event = { type: 'OrderPersonalDataErased', data: {} } as const
        const command = { type: 'erasePersonalData' } as const
        return decideInStreams({ store: deps.store, decider: orderDecider, command, event, contextFor }, streams)
      },
    },
  }
}
