import type { Order, OrderStatus } from '#modules/ordering/schema.ts'
import type { HistoryEntry } from '../../../lib/api/orders.ts'
import { statusLabels, usualStatuses } from '../order-status.ts'

/** A stop in the progress of an order; `at` is set if it was reached. */
export type Stop = { status: OrderStatus; label: string; at?: string; state: 'done' | 'current' | 'ahead' }

const statusAfter: Readonly<Record<string, OrderStatus>> = {
  OrderPlaced: 'received',
  OrderConfirmed: 'confirmed',
  OrderDispatched: 'dispatched',
  OrderDelivered: 'delivered',
  OrderReturned: 'returned',
  OrderCancelled: 'cancelled',
}

/** The stops of an order with their times: the usual ones, or for a cancelled or returned order those it reached. */
export function orderProgressOf({ status }: Pick<Order, 'status'>, history: readonly HistoryEntry[]): Stop[] {
  const reached = new Map<OrderStatus, string>()
  for (const { type, at } of history) {
    const after = statusAfter[type]
    if (after !== undefined) reached.set(after, at)
  }
  const isUsual = usualStatuses.includes(status)
  const stops = isUsual ? usualStatuses : [...usualStatuses.filter((stop) => reached.has(stop)), status]
  const now = stops.indexOf(status)
  return stops.map((stop, index) => {
    const at = index <= now ? reached.get(stop) : undefined
    const state = index < now ? 'done' : index === now ? 'current' : 'ahead'
    return { status: stop, label: statusLabels[stop], state, ...(at === undefined ? {} : { at }) }
  })
}

/** Whether the status is final. */
export function hasEnded(status: OrderStatus): boolean {
  return status === 'cancelled' || status === 'returned'
}

export type Shipment = { carrier: string; trackingNumber: string }

/** The carrier and the tracking number of a dispatched order; each is empty if not recorded. */
export function shipmentOf(history: readonly HistoryEntry[]): Shipment | undefined {
  const data = history.findLast(({ type }) => type === 'OrderDispatched')?.data
  if (!data) return undefined
  const { carrier, trackingNumber } = data
  return {
    carrier: typeof carrier === 'string' ? carrier : '',
    trackingNumber: typeof trackingNumber === 'string' ? trackingNumber : '',
  }
}
