import type { Order, OrderStatus, TrackedOrder } from '#modules/ordering/schema.ts'
import type { OrderStep } from '../../lib/api/orders.ts'

/** The label of each status, in the order of the life cycle. */
export const statusLabels: Record<OrderStatus, string> = {
  received: 'Received',
  confirmed: 'Confirmed',
  dispatched: 'Dispatched',
  delivered: 'Delivered',
  returned: 'Returned',
  cancelled: 'Cancelled',
}

export const statuses = Object.keys(statusLabels).filter((status): status is OrderStatus => status in statusLabels)

const adminSteps: Record<OrderStatus, readonly OrderStep[]> = {
  received: ['confirm', 'cancel'],
  confirmed: ['dispatch', 'cancel'],
  dispatched: ['deliver'],
  delivered: ['return'],
  returned: [],
  cancelled: [],
}

type Viewer = {
  isAdmin: boolean
  /** In ms. */
  now: number
}

/** The steps that the admin or the buyer can take with an order now. */
export function stepsFor(
  { status, returnableUntil = '' }: Pick<TrackedOrder, 'status' | 'returnableUntil'>,
  { isAdmin, now }: Viewer,
): readonly OrderStep[] {
  if (!isAdmin) return status === 'received' ? ['cancel'] : []
  const isReturnable = now <= Date.parse(returnableUntil)
  return adminSteps[status].filter((step) => step !== 'return' || isReturnable)
}

/** The statuses of an order that is neither cancelled nor returned. */
export const usualStatuses: readonly OrderStatus[] = ['received', 'confirmed', 'dispatched', 'delivered']

/** What is still to be paid in cash, in a word. */
export function paymentLabel({ status, payment }: Pick<Order, 'status' | 'payment'>): string {
  if (payment.status === 'collected') return 'Collected'
  return status === 'cancelled' ? 'Nothing to pay' : 'Pending'
}
