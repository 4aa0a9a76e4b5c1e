import type { OrderSort } from '#modules/ordering/schema.ts'
import { addressText } from '../../../lib/router/address-text.ts'
import { readView, type ViewSearch } from '../../../lib/router/list-view.ts'
import { readOrdersSearch, type OrdersSearch } from '../load-orders.ts'

/** The search parameters in the URL of the admin's board of orders. */
export type BoardSearch = OrdersSearch &
  ViewSearch<OrderSort> & {
    /** Only orders that are neither cancelled nor returned. */
    sold?: 'true' | undefined
    /** The id of a product that the orders contain. */
    product?: string | undefined
    /** The id of the account that placed them. */
    account?: string | undefined
  }

export const standardSort: OrderSort = 'placed-desc'

const sorts: readonly OrderSort[] = [
  standardSort,
  'placed-asc',
  'total-desc',
  'total-asc',
  'name-asc',
  'name-desc',
  'city-asc',
  'city-desc',
]

/** The columns of the table, in their order. */
export const columnIds = [
  'order',
  'placed',
  'name',
  'city',
  'items',
  'total',
  'status',
  'account',
  'payment',
  'pieces',
] as const

export function readBoardSearch(search: Record<string, unknown>): BoardSearch {
  return {
    ...readOrdersSearch(search),
    sold: search['sold'] === 'true' ? 'true' : undefined,
    product: addressText(search['product'], 100),
    account: addressText(search['account'], 100),
    ...readView(search, { sorts, columns: columnIds }),
  }
}
