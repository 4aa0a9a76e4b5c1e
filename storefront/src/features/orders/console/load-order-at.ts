import type { TrackedOrder } from '#modules/ordering/schema.ts'
import type { ApiClient } from '../../../lib/api/client.ts'
import { fetchOrder, fetchOrderAt, fetchOrderHistory, type HistoryEntry } from '../../../lib/api/orders.ts'

/** The moment to show: a revision or a time; neither for the current state. */
type PointInTime = { revision?: number | undefined; at?: string | undefined }

/** The current order, and the order as of the chosen moment. */
export type OrderThenAndNow = {
  shown: TrackedOrder
  now: TrackedOrder
  /** The events from which the shop folds the order. Unlike the timeline, it lacks those that an operator left out. */
  history: readonly HistoryEntry[]
}

export async function loadOrderAt(
  api: ApiClient,
  { orderId, revision, at }: PointInTime & { orderId: string },
  signal: AbortSignal,
): Promise<OrderThenAndNow> {
  const isPresent = revision === undefined && at === undefined
  const [now, past, history] = await Promise.all([
    fetchOrder(api, orderId, signal),
    isPresent ? undefined : fetchOrderAt(api, { orderId, revision, at }, signal),
    fetchOrderHistory(api, orderId, signal),
  ])
  return { now, shown: past ?? now, history }
}
