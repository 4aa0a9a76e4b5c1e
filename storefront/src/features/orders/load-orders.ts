import type { OrderStatus, TrackedOrder } from '#modules/ordering/schema.ts'
import { readDays, type DaysSearch } from '../../lib/days.ts'
import { addressText } from '../../lib/router/address-text.ts'
import type { ApiClient } from '../../lib/api/client.ts'
import { fetchMyOrders, fetchOrder, fetchOrderHistory, fetchOrders, type HistoryEntry } from '../../lib/api/orders.ts'
import type { Page } from '../../lib/api/page.ts'
import { pageIndex, parsePage } from '../../lib/router/pagination.ts'
import type { Session } from '../../entities/session/session.ts'
import { statuses } from './order-status.ts'

/** The search parameters in the URL of a list of orders; all but `page` are for the admin. `from` and `to` are days of placing. */
export type OrdersSearch = DaysSearch & {
  page?: number | undefined
  text?: string | undefined
  status?: OrderStatus | undefined
}

export function readOrdersSearch(search: Record<string, unknown>): OrdersSearch {
  return {
    page: parsePage(search['page']),
    text: addressText(search['text'], 200),
    status: statuses.find((status) => status === search['status']),
    ...readDays(search),
  }
}

/** Loads all orders for the admin, and their own for others (spec §6). */
export function loadOrders(
  api: ApiClient,
  { session, search, signal }: { session: Session; search: OrdersSearch; signal: AbortSignal },
): Promise<Page<TrackedOrder>> {
  const page = pageIndex(search.page)
  if (session.role === 'ADMIN') return fetchOrders(api, { ...search, page }, signal)
  return fetchMyOrders(api, { loginUserName: session.loginUserName, page }, signal)
}

export type OrderScreenData = { order: TrackedOrder; history: HistoryEntry[]; crumb: string }

export async function loadOrder(api: ApiClient, orderId: string, signal: AbortSignal): Promise<OrderScreenData> {
  const [order, history] = await Promise.all([
    fetchOrder(api, orderId, signal),
    fetchOrderHistory(api, orderId, signal),
  ])
  return { order, history, crumb: order.orderId }
}
