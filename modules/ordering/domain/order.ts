import { Rejection } from '#core/domain/errors.ts'
import { isoTime } from '#core/domain/clock.ts'
import { paise, sum, times } from '#core/domain/money.ts'
import { erasedText } from '#core/personal-data/erased-text.ts'
import type { Decider } from '#core/domain/decider.ts'
import type { Buyer, OrderEvent, OrderLine, Shipping } from './events.ts'

/** Goods are taken back for this long after delivery. */
export const returnWindowMs = 14 * 24 * 60 * 60 * 1000

/** The last moment at which an order that was delivered at this time can be returned. */
export function returnableUntil(deliveredAt: string): string {
  return isoTime(Date.parse(deliveredAt) + returnWindowMs)
}

type PlacedOrder = {
  orderId: string
  placedAt: string
  buyer: Buyer
  items: readonly OrderLine[]
  shipping: Shipping
  paymentStatus: 'pending' | 'collected'
  totalPaise: number
  cartId?: string | undefined
  /** Set at dispatch, if known. */
  carrier?: string | undefined
  trackingNumber?: string | undefined
  /** The buyer's account is gone, and with it everything that identified them. */
  isErased?: boolean
}

/** An order by its status; `none` before it is placed. */
export type OrderState =
  | { status: 'none' }
  | ({ status: 'received' | 'confirmed' | 'dispatched' } & PlacedOrder)
  | ({ status: 'delivered'; deliveredAt: string } & PlacedOrder)
  | ({ status: 'cancelled' | 'returned'; reason: string } & PlacedOrder)

/** An order that exists. */
export type Order = Exclude<OrderState, { status: 'none' }>

export type PlaceOrder = {
  type: 'place'
  orderId: string
  buyer: Buyer
  /** At the catalogue's current prices. */
  items: readonly OrderLine[]
  shipping: Shipping
  cartId?: string | undefined
  now: number
}

/** `writerId`: the account that issues the command. */
type Writer = { writerId?: string | undefined }
type Reason = { reason: string } & Writer
type Shipment = Pick<PlacedOrder, 'carrier' | 'trackingNumber'>

export type OrderCommand =
  | PlaceOrder
  | { type: 'confirm' }
  | ({ type: 'dispatch' } & Shipment & Writer)
  | { type: 'deliver'; now: number }
  | ({ type: 'cancel'; by: 'buyer' | 'shop' } & Reason)
  | ({ type: 'return'; now: number } & Reason)
  | { type: 'erasePersonalData' }

export const orderDecider: Decider<OrderState, OrderCommand, OrderEvent> = {
  initial: { status: 'none' },
  evolve,
  decide,
}

function evolve(state: OrderState, event: OrderEvent): OrderState {
  if (event.type === 'OrderPlaced') {
    const { payment, ...order } = event.data
    return { ...order, status: 'received', paymentStatus: payment.status }
  }
  return state.status === 'none' ? state : evolvePlaced(state, event)
}

function evolvePlaced(order: Order, event: Exclude<OrderEvent, { type: 'OrderPlaced' }>): Order {
  switch (event.type) {
    case 'OrderConfirmed':
      return { ...order, status: 'confirmed' }
    case 'OrderDispatched': {
      const { sealedFor: _sealedFor, ...shipment } = event.data
      return { ...order, ...shipment, status: 'dispatched' }
    }
    case 'OrderDelivered':
      return { ...order, ...event.data, status: 'delivered' }
    case 'PaymentCollected':
      return { ...order, paymentStatus: 'collected' }
    case 'OrderCancelled':
      return { ...order, status: 'cancelled', reason: event.data.reason }
    case 'OrderReturned':
      return { ...order, status: 'returned', reason: event.data.reason }
    case 'OrderPersonalDataErased':
      return { ...withoutTexts(order), isErased: true }
  }
}

/** Hides the texts, including the plain texts of version 1. */
function withoutTexts(order: Order): Order {
  const { carrier, trackingNumber } = order
  const erased = {
    ...order,
    ...(carrier === undefined ? {} : { carrier: erasedText }),
    ...(trackingNumber === undefined ? {} : { trackingNumber: erasedText }),
  }
  return 'reason' in erased ? { ...erased, reason: erasedText } : erased
}

function decide(command: OrderCommand, state: OrderState): readonly OrderEvent[] {
  if (command.type === 'place') return place(command, state)
  if (state.status === 'none') throw new Rejection('not-found', 'There is no such order')
  switch (command.type) {
    case 'confirm':
      requireStatus(state, 'confirm', ['received'])
      return [{ type: 'OrderConfirmed', data: {} }]
    case 'dispatch':
      requireStatus(state, 'dispatch', ['confirmed'])
      return [dispatched(state, command)]
    case 'deliver':
      return deliver(state, command.now)
    case 'cancel':
      requireStatus(state, 'cancel', command.by === 'buyer' ? ['received'] : ['received', 'confirmed'])
      return [{ type: 'OrderCancelled', data: { by: command.by, ...reasonOn(state, command) } }]
    case 'return':
      return acceptReturn(state, command)
    case 'erasePersonalData':
      return state.isErased ? [] : [{ type: 'OrderPersonalDataErased', data: {} }]
  }
}

function place(command: PlaceOrder, state: OrderState): readonly OrderEvent[] {
  if (state.status !== 'none') throw new Rejection('conflict', `There is an order ${command.orderId} already`)
  const { type: _type, now, ...order } = command
  const placed = { placedAt: isoTime(now), items: [...order.items], totalPaise: totalOf(order.items) }
  return [{ type: 'OrderPlaced', data: { ...order, ...placed, payment: { method: 'cod', status: 'pending' } } }]
}

/** The total of the lines, in paise, exclusive of GST. */
export function totalOf(lines: readonly Pick<OrderLine, 'pricePaise' | 'quantity'>[]): number {
  return sum(lines.map((line) => times(paise(line.pricePaise), line.quantity)))
}

function dispatched(order: Order, { carrier, trackingNumber, writerId }: Shipment & Writer): OrderEvent {
  const texts = { ...(carrier ? { carrier } : {}), ...(trackingNumber ? { trackingNumber } : {}) }
  const isEmpty = Object.keys(texts).length === 0
  return { type: 'OrderDispatched', data: isEmpty ? {} : { ...texts, ...sealedFor(order, writerId) } }
}

function deliver(order: Order, now: number): readonly OrderEvent[] {
  requireStatus(order, 'deliver', ['dispatched'])
  return [
    { type: 'OrderDelivered', data: { deliveredAt: isoTime(now) } },
    { type: 'PaymentCollected', data: { amountPaise: order.totalPaise } },
  ]
}

function acceptReturn(order: Order, { now, ...reason }: Reason & { now: number }): readonly OrderEvent[] {
  requireStatus(order, 'return', ['delivered'])
  if (order.status === 'delivered' && now - Date.parse(order.deliveredAt) > returnWindowMs)
    throw new Rejection('conflict', 'The order cannot be returned: it was delivered more than 14 days ago')
  return [{ type: 'OrderReturned', data: reasonOn(order, reason) }]
}

function reasonOn(order: Order, { reason, writerId }: Reason) {
  return { reason, ...sealedFor(order, writerId) }
}

/** Texts may describe the buyer or name a person: encrypted for the buyer, or for the writer if the buyer was erased. */
export function sealedFor({ isErased, buyer }: Order, writerId: string | undefined) {
  return { sealedFor: isErased && writerId !== undefined ? writerId : buyer.id }
}

function requireStatus(order: Order, step: OrderCommand['type'], allowed: readonly Order['status'][]): void {
  if (allowed.includes(order.status)) return
  throw new Rejection(
    'conflict',
    `Cannot ${step} the order: its status is ${order.status}, but must be ${allowed.join(' or ')}`,
  )
}
