import type { OrderSort, OrderStatus } from '#modules/ordering/schema.ts'
import { readDays, type DaysSearch } from '../../../lib/days.ts'
import { addressText } from '../../../lib/router/address-text.ts'
import { readView, type ViewSearch } from '../../../lib/router/list-view.ts'
import { parsePage } from '../../../lib/router/pagination.ts'
import { statuses } from '../order-status.ts'

/** The search parameters in the URL of the board of orders. `from` and `to` are days of placing. */
export type BoardSearch = DaysSearch &
  ViewSearch<OrderSort> & {
    page?: number | undefined
    text?: string | undefined
    status?: OrderStatus | undefined
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
    page: parsePage(search['page']),
    text: addressText(search['text'], 200),
    status: statuses.find((status) => status === search['status']),
    sold: search['sold'] === 'true' ? 'true' : undefined,
    product: addressText(search['product'], 100),
    account: addressText(search['account'], 100),
    ...readDays(search),
    ...readView(search, { sorts, columns: columnIds }),
  }
}
