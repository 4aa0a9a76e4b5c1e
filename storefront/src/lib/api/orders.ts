import type { Order, OrderCounts, OrderInput, OrderReceipt } from '#modules/ordering/schema.ts'
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

/** One thing that happened to an order, as its history tells it. */
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

export type OrderFilter = { page: number; text?: string | undefined; status?: string | undefined }

/** A page of all orders, and how many there are of each status. */
export type OrderBoard = Page<Order> & { statusCounts: OrderCounts }

/** All orders, newest first (admin). */
export function fetchOrders(api: ApiClient, filter: OrderFilter, signal?: AbortSignal): Promise<OrderBoard> {
  return api.query('/orders', { search: { ...filter, size: pageSize }, signal, needsLogin: true })
}

/** Somebody's own orders, looked up by login name (spec §6). */
export function fetchMyOrders(
  api: ApiClient,
  { loginUserName, page }: { loginUserName: string; page: number },
  signal?: AbortSignal,
): Promise<Page<Order>> {
  const path = `/orders/myorder/${encodeURIComponent(loginUserName)}`
  return api.query(path, { search: { page, size: pageSize }, signal, needsLogin: true })
}

export function fetchOrder(api: ApiClient, orderId: string, signal?: AbortSignal): Promise<Order> {
  return api.query(orderPath(orderId), { signal, needsLogin: true })
}

export function fetchOrderHistory(api: ApiClient, orderId: string, signal?: AbortSignal): Promise<HistoryEntry[]> {
  return api.query(`${orderPath(orderId)}/history`, { signal, needsLogin: true })
}

/** The admin's steps; `details` is what a step asks for (carrier, reason). */
export function takeOrderStep(
  api: ApiClient,
  { orderId, step, details }: { orderId: string; step: OrderStep; details: Record<string, string> },
): Promise<Order> {
  return api.command({ method: 'POST', path: `${orderPath(orderId)}/${step}`, body: details, needsLogin: true })
}

/** The buyer's own way to call an order off, while it is only received. */
export function cancelOrder(api: ApiClient, orderId: string): Promise<void> {
  return api.command({ method: 'DELETE', path: orderPath(orderId), needsLogin: true })
}
