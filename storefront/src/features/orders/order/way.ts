import type { Order, OrderStatus } from '#modules/ordering/schema.ts'
import type { HistoryEntry } from '../../../lib/api/orders.ts'
import { statusLabels, usualWay } from '../order-status.ts'

/** A stop on the way of an order; `at` where it was reached. */
export type Stop = { status: OrderStatus; label: string; at?: string; state: 'done' | 'current' | 'ahead' }

const statusAfter: Readonly<Record<string, OrderStatus>> = {
  OrderPlaced: 'received',
  OrderConfirmed: 'confirmed',
  OrderDispatched: 'dispatched',
  OrderDelivered: 'delivered',
  OrderReturned: 'returned',
  OrderCancelled: 'cancelled',
}

/** The way of an order with its times: the usual one, or what came of it where it was cancelled or returned. */
export function wayOf({ status }: Pick<Order, 'status'>, history: readonly HistoryEntry[]): Stop[] {
  const reached = new Map<OrderStatus, string>()
  for (const { type, at } of history) {
    const after = statusAfter[type]
    if (after !== undefined) reached.set(after, at)
  }
  const isUsual = usualWay.includes(status)
  const stops = isUsual ? usualWay : [...usualWay.filter((stop) => reached.has(stop)), status]
  const now = stops.indexOf(status)
  return stops.map((stop, index) => {
    const at = index <= now ? reached.get(stop) : undefined
    const state = index < now ? 'done' : index === now ? 'current' : 'ahead'
    return { status: stop, label: statusLabels[stop], state, ...(at === undefined ? {} : { at }) }
  })
}

/** Whether nothing more will happen to an order of this status. */
export function hasEnded(status: OrderStatus): boolean {
  return status === 'cancelled' || status === 'returned'
}

export type Shipment = { carrier: string; trackingNumber: string }

/** Who carries the goods and under which number; empty texts where the shop did not say. */
export function shipmentOf(history: readonly HistoryEntry[]): Shipment | undefined {
  const data = history.findLast(({ type }) => type === 'OrderDispatched')?.data
  if (!data) return undefined
  const { carrier, trackingNumber } = data
  return {
    carrier: typeof carrier === 'string' ? carrier : '',
    trackingNumber: typeof trackingNumber === 'string' ? trackingNumber : '',
  }
}
