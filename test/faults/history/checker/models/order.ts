import type { OrderStepName } from '../../record/call.ts'
import type { Answer, Model } from '../linearizable.ts'

export type OrderState =
  { status: 'none'; types: readonly string[] } | ({ status: string; types: readonly string[] } & Placed)

type Placed = { buyer: string; totalPaise: number }

export type OrderModelOp =
  | ({ do: 'place' } & Placed)
  /** A repeated call, which gets the first answer again. */
  | { do: 'placed-before' }
  | { do: OrderStepName; account: string; ifMatch?: number | undefined }
  /** By an admin where `account` is undefined. */
  | { do: 'read'; account?: string | undefined }
  | { do: 'stored' }

type Step = { from: readonly string[]; to: string; types: readonly string[] }

export const orderSteps: Readonly<Record<OrderStepName, Step>> = {
  confirm: { from: ['received'], to: 'confirmed', types: ['OrderConfirmed'] },
  dispatch: { from: ['confirmed'], to: 'dispatched', types: ['OrderDispatched'] },
  deliver: { from: ['dispatched'], to: 'delivered', types: ['OrderDelivered', 'PaymentCollected'] },
  cancel: { from: ['received', 'confirmed'], to: 'cancelled', types: ['OrderCancelled'] },
  return: { from: ['delivered'], to: 'returned', types: ['OrderReturned'] },
  withdraw: { from: ['received'], to: 'cancelled', types: ['OrderCancelled'] },
}

/** An order and its status. */
export const orderModel: Model<OrderState, OrderModelOp> = {
  initial: { status: 'none', types: [] },
  apply(order, op) {
    if (op.do === 'place') return place(order, op)
    if (op.do === 'stored') return { state: order, answer: shown(order, 200) }
    if (!('buyer' in order)) return { state: order, answer: { status: 404 } }
    if (op.do === 'placed-before') return { state: order, answer: receipt(order) }
    if (isForeign(order, op)) return { state: order, answer: { status: 403 } }
    return op.do === 'read' ? { state: order, answer: shown(order, 200) } : take(order, op)
  },
}

function isForeign({ buyer }: Placed, op: { do: string; account?: string | undefined }): boolean {
  return (op.do === 'read' || op.do === 'withdraw') && op.account !== undefined && op.account !== buyer
}

function place(order: OrderState, { buyer, totalPaise }: Placed) {
  if (order.status !== 'none') return { state: order, answer: { status: 409 } }
  const state = { status: 'received', types: ['OrderPlaced'], buyer, totalPaise }
  return { state, answer: receipt(state) }
}

/** A withdrawal of a cancelled order changes nothing and shows it. */
function take(
  order: OrderState & Placed,
  { do: name, ifMatch }: Extract<OrderModelOp, { do: OrderStepName }>,
): { state: OrderState; answer: Answer } {
  const { from, to, types } = orderSteps[name]
  if (name === 'withdraw' && order.status === 'cancelled') return { state: order, answer: shown(order, 200) }
  if (ifMatch !== undefined && ifMatch !== order.types.length - 1) return { state: order, answer: { status: 412 } }
  if (!from.includes(order.status)) return { state: order, answer: { status: 409 } }
  const state = { ...order, status: to, types: [...order.types, ...types] }
  return { state, answer: shown(state, 200) }
}

/** What a buyer gets is as it was at the beginning, however often it is sent. */
function receipt({ totalPaise }: Placed): Answer {
  return { status: 201, seen: { status: 'received', totalPaise } }
}

function shown(order: OrderState, status: number): Answer {
  const { types } = order
  if (!('buyer' in order)) return { status, seen: { types } }
  return { status, seen: { types, revision: types.length - 1, status: order.status, totalPaise: order.totalPaise } }
}
