import type { Order, OrderStatus } from '#modules/ordering/schema.ts'
import type { HistoryEntry } from '../../../lib/api/orders.ts'
import { statusLabels, usualStatuses } from '../order-status.ts'

/** A stage in the progress of an order; `at` is set if it was reached. */
export type Stage = { status: OrderStatus; label: string; at?: string; state: 'done' | 'current' | 'ahead' }

const statusAfter: Readonly<Record<string, OrderStatus>> = {
  OrderPlaced: 'received',
  OrderConfirmed: 'confirmed',
  OrderDispatched: 'dispatched',
  OrderDelivered: 'delivered',
  OrderReturned: 'returned',
  OrderCancelled: 'cancelled',
}

/** The stages of an order with their times: the usual ones, or for a cancelled or returned order those it reached. */
export function orderStagesOf({ status }: Pick<Order, 'status'>, history: readonly HistoryEntry[]): Stage[] {
  const reached = new Map<OrderStatus, string>()
  for (const { type, at } of history) {
    const after = statusAfter[type]
    if (after !== undefined) reached.set(after, at)
  }
  const isUsual = usualStatuses.includes(status)
  const stages = isUsual ? usualStatuses : [...usualStatuses.filter((stage) => reached.has(stage)), status]
  const now = stages.indexOf(status)
  return stages.map((stage, index) => {
    const at = index <= now ? reached.get(stage) : undefined
    const state = index < now ? 'done' : index === now ? 'current' : 'ahead'
    return { status: stage, label: statusLabels[stage], state, ...(at === undefined ? {} : { at }) }
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
