import type { TrackedOrder } from '#modules/ordering/schema.ts'
import type { ApiClient } from '../../lib/api/client.ts'
import { fetchOrder, fetchOrderHistory, type HistoryEntry } from '../../lib/api/orders.ts'

export type OrderScreenData = { order: TrackedOrder; history: HistoryEntry[]; crumb: string }

export async function loadOrder(api: ApiClient, orderId: string, signal: AbortSignal): Promise<OrderScreenData> {
  const [order, history] = await Promise.all([
    fetchOrder(api, orderId, signal),
    fetchOrderHistory(api, orderId, signal),
  ])
  return { order, history, crumb: order.orderId }
}
