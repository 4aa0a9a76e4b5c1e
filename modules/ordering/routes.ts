import { Type } from 'typebox'
import { contextOf } from '#core/http/routing/command-context.ts'
import { pageOf, PageOf, PageQuery } from '#core/http/schemas/pagination.ts'
import { adminOnly, defineRoute, loggedIn, type Route } from '#core/http/routing/route.ts'
import { checkoutFaults } from './domain/check-order.ts'
import { chargedStore } from '#core/http/security/budgets/charged-store.ts'
import { chargeForOrder } from './budgets.ts'
import { placeOrder } from './commands.ts'
import { csvRoute, filterOf } from './csv.ts'
import { noteRoute } from './notes/routes.ts'
import { presentReceipt, presentRow } from './present.ts'
import { queryRoutes, type OrderingRouteDeps } from './query-routes.ts'
import { OrderCounts, OrderFilters, OrderInput, OrderReceipt, OrderSorting, TrackedOrder } from './schema.ts'
import { isOrderId } from './domain/order-id.ts'
import { stepRoutes } from './step-routes.ts'

/** All routes of orders. */
export function orderingRoutes(deps: OrderingRouteDeps): Route[] {
  return [placeRoute(deps), listRoute(deps), csvRoute(deps), ...queryRoutes(deps), ...stepRoutes(deps), noteRoute(deps)]
}

function placeRoute(deps: OrderingRouteDeps): Route {
  return defineRoute({
    method: 'POST',
    path: '/api/products/bookOrderRequest',
    also: ['/api/orders'],
    summary: 'Place an order, cash on delivery',
    description:
      'Prices come from the catalogue: where the price of a line or the total is not what the buyer saw, nothing is ' +
      'ordered, and the answer names each changed line. The order id is kept if it is free. A cart that has been ' +
      'ordered or that another account has claimed is refused with 409.',
    access: loggedIn,
    body: OrderInput,
    check: checkoutFaults,
    responses: { 201: OrderReceipt },
    reads: 'product-list',
    idempotent: { businessKey: ({ orderId }) => (isOrderId(orderId) ? orderId : undefined) },
    limitsUnstored: true,
    async handle(request) {
      const { id, name, loginUserName } = request.actor
      const store = chargedStore(deps.store, chargeForOrder(deps.budgets, request))
      const { order, position } = await placeOrder(
        { ...deps, store },
        {
          input: request.body,
          buyer: { id, name, loginUserName },
          context: contextOf(request),
          isRetry: request.isRetry,
        },
      )
      return { status: 201, body: presentReceipt(order), position, revision: 0 }
    },
  })
}

const OrderBoard = Type.Intersect([PageOf(TrackedOrder), Type.Object({ statusCounts: OrderCounts })])

const ListQuery = Type.Object({ ...PageQuery.properties, ...OrderFilters.properties, ...OrderSorting.properties })

function listRoute({ orders, deliveryTimes }: OrderingRouteDeps): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/orders',
    summary: 'All orders, newest first or sorted',
    access: adminOnly,
    query: ListQuery,
    responses: { 200: OrderBoard },
    discloses: () => 'the list of orders',
    reads: 'orders',
    async handle({ query }) {
      const { status, ...filter } = filterOf(query)
      const [rows, statusCounts] = await Promise.all([
        orders.rows({ status, ...filter }, query),
        orders.countByStatus(filter),
      ])
      const content = rows.map((row) => presentRow(row, deliveryTimes))
      const totalElements = status === undefined ? sumOf(statusCounts) : (statusCounts[status] ?? 0)
      const page = pageOf(content, { ...query, totalElements })
      return { status: 200, body: { ...page, statusCounts } }
    },
  })
}

const sumOf = (counts: OrderCounts) => Object.values(counts).reduce((sum, count) => sum + count, 0)
