import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fold } from '#core/domain/decider.ts'
import { Rejection } from '#core/domain/errors.ts'
import { specificationOf } from '#test/support/given.ts'
import { orderEvents, type OrderEvent } from './events.ts'
import { orderDecider, returnWindowMs, totalOf, type OrderCommand, type PlaceOrder } from './order.ts'

const given = specificationOf(orderDecider, orderEvents)

const now = Date.parse('2026-11-20T09:30:00.000Z')
const later = now + 60_000

const place: PlaceOrder = {
  type: 'place',
  orderId: 'ORD48210377',
  buyer: { id: 'buyer-1', loginUserName: 'asha.rao', name: 'Asha Rao' },
  items: [
    { productId: 'p1', title: 'Monitor', company: 'Aarogya', brand: 'VM', pricePaise: 8_450_000, quantity: 2 },
    { productId: 'p2', title: 'Syringe', company: 'Nirmal', brand: 'Safe', pricePaise: 3_850, quantity: 10 },
  ],
  shipping: {
    name: 'Asha Rao',
    mobile: '9820012345',
    address: '12 MG Road',
    city: 'Pune',
    state: 'Maharashtra',
    zipCode: '411001',
  },
  cartId: 'cart-1',
  now,
}

const { type: _type, now: _now, ...order } = place
const placed: OrderEvent = {
  type: 'OrderPlaced',
  data: {
    ...order,
    items: [...order.items],
    placedAt: '2026-11-20T09:30:00.000Z',
    payment: { method: 'cod', status: 'pending' },
    totalPaise: 16_938_500,
  },
}
const confirmed: OrderEvent = { type: 'OrderConfirmed', data: {} }
const shipment = { carrier: 'Bluedart', trackingNumber: 'BD1' }
const dispatched: OrderEvent = { type: 'OrderDispatched', data: { ...shipment, sealedFor: 'buyer-1' } }
const delivered: OrderEvent = { type: 'OrderDelivered', data: { deliveredAt: '2026-11-20T09:30:00.000Z' } }
const collected: OrderEvent = { type: 'PaymentCollected', data: { amountPaise: 16_938_500 } }
const cancelled: OrderEvent = {
  type: 'OrderCancelled',
  data: { reason: 'Too late', by: 'buyer', sealedFor: 'buyer-1' },
}
const returned: OrderEvent = { type: 'OrderReturned', data: { reason: 'Broken', sealedFor: 'buyer-1' } }

describe('placing an order', () => {
  test('records the catalogue’s prices and their total', () => given().when(place).thenEvents(placed))
  test('is refused when the order exists', () =>
    given(placed)
      .when(place)
      .thenRefused('conflict', /already/))
})

describe('the life of an order', () => {
  test('leads from received through confirmed and dispatched to delivered and paid', () => {
    given(placed).when({ type: 'confirm' }).thenEvents(confirmed)
    given(placed, confirmed)
      .when({ type: 'dispatch', ...shipment })
      .thenEvents(dispatched)
    given(placed, confirmed, dispatched).when({ type: 'deliver', now }).thenEvents(delivered, collected)
  })

  test('omits unknown facts of the dispatch', () =>
    given(placed, confirmed).when({ type: 'dispatch', carrier: '' }).thenEvents({ type: 'OrderDispatched', data: {} }))

  test('ends if the shop cancels before the dispatch', () => {
    const byShop: OrderEvent = {
      type: 'OrderCancelled',
      data: { reason: 'Out of stock', by: 'shop', sealedFor: 'buyer-1' },
    }
    given(placed).when({ type: 'cancel', reason: 'Out of stock', by: 'shop' }).thenEvents(byShop)
    given(placed, confirmed).when({ type: 'cancel', reason: 'Out of stock', by: 'shop' }).thenEvents(byShop)
  })

  test('lets the buyer cancel only in the status received', () => {
    given(placed).when({ type: 'cancel', reason: 'Too late', by: 'buyer' }).thenEvents(cancelled)
    given(placed, confirmed)
      .when({ type: 'cancel', reason: 'Too late', by: 'buyer' })
      .thenRefused('conflict', /cancel.*confirmed.*received/)
  })

  test('accepts returns within 14 days of delivery', () => {
    const day14 = now + returnWindowMs
    given(placed, confirmed, dispatched, delivered, collected)
      .when({ type: 'return', reason: 'Broken', now: day14 })
      .thenEvents(returned)
    given(placed, confirmed, dispatched, delivered, collected)
      .when({ type: 'return', reason: 'Broken', now: day14 + 1 })
      .thenRefused('conflict', /14 days/)
  })

  test.each<[string, OrderEvent[], OrderCommand]>([
    ['confirm a confirmed one', [placed, confirmed], { type: 'confirm' }],
    ['dispatch a received one', [placed], { type: 'dispatch' }],
    ['deliver a confirmed one', [placed, confirmed], { type: 'deliver', now: later }],
    ['deliver twice', [placed, confirmed, dispatched, delivered, collected], { type: 'deliver', now: later }],
    ['cancel a dispatched one', [placed, confirmed, dispatched], { type: 'cancel', reason: 'x', by: 'shop' }],
    ['cancel a cancelled one', [placed, cancelled], { type: 'cancel', reason: 'x', by: 'shop' }],
    ['return a dispatched one', [placed, confirmed, dispatched], { type: 'return', reason: 'x', now }],
    ['confirm a returned one', [placed, confirmed, dispatched, delivered, returned], { type: 'confirm' }],
  ])('refuses to %s, naming status and step', (_what, history, command) =>
    given(...history)
      .when(command)
      .thenRefused('conflict', new RegExp(`Cannot ${command.type} the order: its status is \\w+, but must be \\w+`)),
  )

  test('records the erasure of the buyer’s data once, in any status', () => {
    const erased: OrderEvent = { type: 'OrderPersonalDataErased', data: {} }
    given(placed, cancelled).when({ type: 'erasePersonalData' }).thenEvents(erased)
    given(placed, erased).when({ type: 'erasePersonalData' }).thenNothing()
  })

  test('encrypts texts for their author once the buyer’s key is gone', () => {
    const erased: OrderEvent = { type: 'OrderPersonalDataErased', data: {} }
    given(placed, confirmed, erased)
      .when({ type: 'dispatch', ...shipment, writerId: 'admin-1' })
      .thenEvents({ type: 'OrderDispatched', data: { ...shipment, sealedFor: 'admin-1' } })
    given(placed, erased)
      .when({ type: 'cancel', reason: 'Too late', by: 'shop', writerId: 'admin-1' })
      .thenEvents({ type: 'OrderCancelled', data: { reason: 'Too late', by: 'shop', sealedFor: 'admin-1' } })
  })

  test('hides the plain texts of version 1 after the erasure', () => {
    const inPlainText: OrderEvent = { type: 'OrderDispatched', data: shipment }
    const history = [placed, confirmed, inPlainText, delivered, collected, returned]
    const state = fold(orderDecider, [...history, { type: 'OrderPersonalDataErased', data: {} }])
    expect(state).toMatchObject({
      status: 'returned',
      carrier: '[erased]',
      trackingNumber: '[erased]',
      reason: '[erased]',
    })
  })

  test('refuses a step of an order that was not placed', () =>
    given()
      .when({ type: 'confirm' })
      .thenRefused('not-found', /no such order/))
})

describe('any sequence of commands', () => {
  const commands = fc.oneof(
    fc.constant<OrderCommand>({ type: 'confirm' }),
    fc.constant<OrderCommand>({ type: 'dispatch' }),
    fc.constant<OrderCommand>({ type: 'deliver', now: later }),
    fc.constantFrom<OrderCommand>(
      { type: 'cancel', reason: 'r', by: 'buyer' },
      { type: 'cancel', reason: 'r', by: 'shop' },
    ),
    fc.integer({ min: 0, max: 2 * returnWindowMs }).map<OrderCommand>((after) => ({
      type: 'return',
      reason: 'r',
      now: now + after,
    })),
  )
  const next: Record<string, readonly string[]> = {
    received: ['confirmed', 'cancelled'],
    confirmed: ['dispatched', 'cancelled'],
    dispatched: ['delivered'],
    delivered: ['returned'],
    returned: [],
    cancelled: [],
  }

  test('an order makes only these transitions, and its total never changes', () => {
    fc.assert(
      fc.property(fc.array(commands, { maxLength: 12 }), (sequence) => {
        const events: OrderEvent[] = [placed]
        for (const command of sequence) {
          const before = fold(orderDecider, events)
          events.push(...attempt(command, events))
          const after = fold(orderDecider, events)
          expect([before.status, ...(next[before.status] ?? [])]).toContain(after.status)
          expect(after).toMatchObject({ totalPaise: 16_938_500, items: order.items })
        }
      }),
    )
  })

  test('the total is the sum of price times quantity', () => {
    const line = fc.record({
      pricePaise: fc.integer({ min: 0, max: 1_000_000_000 }),
      quantity: fc.integer({ min: 1, max: 9_999 }),
    })
    fc.assert(
      fc.property(fc.array(line, { maxLength: 50 }), (lines) => {
        const exact = lines.reduce(
          (total, { pricePaise, quantity }) => total + BigInt(pricePaise) * BigInt(quantity),
          0n,
        )
        expect(BigInt(totalOf(lines))).toBe(exact)
      }),
    )
  })
})

function attempt(command: OrderCommand, history: readonly OrderEvent[]): readonly OrderEvent[] {
  try {
    return orderDecider.decide(command, fold(orderDecider, history))
  } catch (error) {
    if (error instanceof Rejection) return []
    throw error
  }
}
