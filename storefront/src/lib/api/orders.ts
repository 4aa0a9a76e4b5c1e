import type { Order, OrderCounts, OrderInput, OrderReceipt, OrderSort, TrackedOrder } from '#modules/ordering/schema.ts'
import type { DaysSearch } from '../days.ts'
import type { ApiClient } from './client.ts'
import { pageSize, type Page } from './page.ts'

/** The order payload of spec §3; `shipping.email` carries the mobile number. */
export type OrderPayload = {
  orderId: string
  items: { id: string; title: string; quantity: number; price: number; company: string; brand: string }[]
  shipping: OrderInput['shipping']
  payment: { method: 'cod'; status: 'pending' }
  totalAmount: number
  status: 'received'
  date: string
  cartId?: string
}

/** One event in the history of an order. */
export type HistoryEntry = {
  revision: number
  type: string
  at: string
  by: { id?: string; name: string; role: string }
  data: Readonly<Record<string, unknown>>
}

/** The steps that an order can take, as the API names them. */
export type OrderStep = 'confirm' | 'dispatch' | 'deliver' | 'cancel' | 'return'

const orderPath = (orderId: string) => `/orders/${encodeURIComponent(orderId)}`

export function placeOrder(api: ApiClient, body: OrderPayload, idempotencyKey: string): Promise<OrderReceipt> {
  return api.command({ method: 'POST', path: '/products/bookOrderRequest', body, idempotencyKey, needsLogin: true })
}

export type OrderFilter = DaysSearch & {
  page: number
  size?: number | undefined
  sort?: OrderSort | undefined
  text?: string | undefined
  status?: string | undefined
  sold?: 'true' | undefined
  product?: string | undefined
  /** The id of an account. */
  account?: string | undefined
}

/** A page of all orders, and the number of orders in each status. */
export type OrderBoard = Page<TrackedOrder> & { statusCounts: OrderCounts }

/** All orders (admin); newest first if `sort` is left out. */
export function fetchOrders(api: ApiClient, filter: OrderFilter, signal?: AbortSignal): Promise<OrderBoard> {
  return api.query('/orders', { search: { size: pageSize, ...filter }, signal, needsLogin: true })
}

/** A user's own orders, by login name (spec §6). */
export function fetchMyOrders(
  api: ApiClient,
  { loginUserName, page }: { loginUserName: string; page: number },
  signal?: AbortSignal,
): Promise<Page<TrackedOrder>> {
  const path = `/orders/myorder/${encodeURIComponent(loginUserName)}`
  return api.query(path, { search: { page, size: pageSize }, signal, needsLogin: true })
}

export function fetchOrder(api: ApiClient, orderId: string, signal?: AbortSignal): Promise<TrackedOrder> {
  return api.query(orderPath(orderId), { signal, needsLogin: true })
}

/** The order as it was after a revision or at a time. */
export function fetchOrderAt(
  api: ApiClient,
  { orderId, ...then }: { orderId: string; revision?: number | undefined; at?: string | undefined },
  signal?: AbortSignal,
): Promise<TrackedOrder> {
  return api.query(orderPath(orderId), { search: then, signal, needsLogin: true })
}

/** A note of the staff, which the buyer does not see. */
export function addOrderNote(
  api: ApiClient,
  { orderId, text, idempotencyKey }: { orderId: string; text: string; idempotencyKey: string },
): Promise<void> {
  const path = `${orderPath(orderId)}/notes`
  return api.command({ method: 'POST', path, body: { text }, idempotencyKey, needsLogin: true })
}

export function fetchOrderHistory(api: ApiClient, orderId: string, signal?: AbortSignal): Promise<HistoryEntry[]> {
  return api.query(`${orderPath(orderId)}/history`, { signal, needsLogin: true })
}

/** The admin's steps; `details` are the fields of a step (carrier, reason). */
export function takeOrderStep(
  api: ApiClient,
  { orderId, step, details }: { orderId: string; step: OrderStep; details: Record<string, string> },
): Promise<Order> {
  return api.command({ method: 'POST', path: `${orderPath(orderId)}/${step}`, body: details, needsLogin: true })
}

/** Cancels the buyer's own order, as long as its status is `received`. */
export function cancelOrder(api: ApiClient, orderId: string): Promise<void> {
  return api.command({ method: 'DELETE', path: orderPath(orderId), needsLogin: true })
}
