import { Type } from 'typebox'
import { rupees } from '#core/domain/money.ts'
import { csvReply, type CsvColumns } from '#core/http/responses/csv.ts'
import { adminOnly, defineRoute, type Route } from '#core/http/routing/route.ts'
import { inIndia } from '#core/text/indian-words.ts'
import type { OrderingRouteDeps } from './query-routes.ts'
import type { OrderFilter, OrderRow } from './read-model.ts'
import { OrderFilters, OrderSorting } from './schema.ts'

/** The list of orders as a file for a spreadsheet. */
export function csvRoute({ orders }: Pick<OrderingRouteDeps, 'orders'>): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/orders.csv',
    summary: 'All orders, newest first or sorted, as a CSV file',
    description: 'Of the whole list with these filters. Prices are in rupees, times those of India.',
    access: adminOnly,
    query: Type.Object({ ...OrderFilters.properties, ...OrderSorting.properties }),
    responses: { 200: Type.String() },
    discloses: () => 'the list of orders, as a file',
    reads: 'orders',
    handle: ({ query }) =>
      csvReply({ fileName: 'orders.csv', columns, batches: orders.all(filterOf(query), query.sort) }),
  })
}

/** The filters of the call as those of the read model. */
export function filterOf({ text, status, sold, product, account, from, to }: OrderFilters): OrderFilter {
  return { text, status, isSold: sold, productId: product, buyerId: account, placed: { from, to } }
}

const columns: CsvColumns<OrderRow> = {
  Order: (row) => row.order_id,
  Placed: (row) => inIndia(row.placed_at),
  Status: (row) => row.status,
  Account: (row) => row.login_user_name,
  Items: (row) => row.items.map(({ quantity, title }) => `${quantity} × ${title}`).join('; '),
  Pieces: (row) => row.items.reduce((pieces, { quantity }) => pieces + quantity, 0),
  Total: (row) => rupees(row.total_paise),
  Payment: (row) => row.payment_status,
  Name: ({ shipping }) => shipping.name,
  Mobile: ({ shipping }) => shipping.mobile,
  Address: ({ shipping }) => shipping.address,
  City: ({ shipping }) => shipping.city,
  State: ({ shipping }) => shipping.state,
  'PIN code': ({ shipping }) => shipping.zipCode,
}
