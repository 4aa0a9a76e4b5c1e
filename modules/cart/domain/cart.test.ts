import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fold } from '#core/domain/decider.ts'
import { specificationOf } from '#test/support/given.ts'
import { cartDecider, withoutCount, type CartCommand } from './cart.ts'
import { cartEvents, type CartEvent } from './events.ts'
import { maxCartLines, maxLineQuantity } from '../schema.ts'

const given = specificationOf(cartDecider, cartEvents)

const set = (productId: string, quantity: number): CartEvent => ({
  type: 'CartItemQuantitySet',
  data: { productId, quantity },
})
const claimed: CartEvent = { type: 'CartClaimed', data: { accountId: 'asha' } }
const checkedOut: CartEvent = { type: 'CartCheckedOut', data: { orderId: 'ORD1' } }
const merged: CartEvent = { type: 'CartCleared', data: { mergedInto: 'other' } }

describe('lines', () => {
  test('have their quantity set, not added', () => {
    given().when({ type: 'setQuantity', productId: 'p1', quantity: 2 }).thenEvents(set('p1', 2))
    given(set('p1', 2)).when({ type: 'setQuantity', productId: 'p1', quantity: 3 }).thenEvents(set('p1', 3))
    given(set('p1', 3)).when({ type: 'setQuantity', productId: 'p1', quantity: 3 }).thenNothing()
  })

  test.each([0, -1, -maxLineQuantity])('are removed by a quantity of %i', (quantity) => {
    given(set('p1', 2))
      .when({ type: 'setQuantity', productId: 'p1', quantity })
      .thenEvents({ type: 'CartItemRemoved', data: { productId: 'p1' } })
    given().when({ type: 'setQuantity', productId: 'p1', quantity }).thenNothing()
  })

  test('are removed and cleared once', () => {
    given(set('p1', 2))
      .when({ type: 'removeItem', productId: 'p1' })
      .thenEvents({ type: 'CartItemRemoved', data: { productId: 'p1' } })
    given().when({ type: 'removeItem', productId: 'p1' }).thenNothing()
    given(set('p1', 2)).when({ type: 'clear' }).thenEvents({ type: 'CartCleared', data: {} })
    given().when({ type: 'clear' }).thenNothing()
  })

  test('are limited in number and quantity', () => {
    const full = Array.from({ length: maxCartLines }, (_, i) => set(`p${i}`, 1))
    given(...full)
      .when({ type: 'setQuantity', productId: 'one-more', quantity: 1 })
      .thenRefused('conflict', /at most/)
    given(...full)
      .when({ type: 'setQuantity', productId: 'p1', quantity: 5 })
      .thenEvents(set('p1', 5))
    given()
      .when({ type: 'setQuantity', productId: 'p1', quantity: maxLineQuantity + 1 })
      .thenRefused('invalid', /Quantity/)
  })

  test('cannot be changed more often than a person would', () => {
    const changes = Array.from({ length: 2_000 }, (_, i) => set('p1', 1 + (i % 2)))
    given(...changes)
      .when({ type: 'setQuantity', productId: 'p1', quantity: 9 })
      .thenRefused('conflict', /start a new one/)
    given(...changes)
      .when({ type: 'clear' })
      .thenEvents({ type: 'CartCleared', data: {} })
  })

  test('may have the name of a property that every object has', () => {
    given().when({ type: 'removeItem', productId: 'constructor' }).thenNothing()
    given().when({ type: 'setQuantity', productId: '__proto__', quantity: 1 }).thenEvents(set('__proto__', 1))
  })
})

const claim = (items?: Record<string, number>): CartCommand => ({
  type: 'claim',
  accountId: 'asha',
  earlier: items && { cartId: 'earlier', items },
})

describe('claiming', () => {
  test('binds the cart to the account, once', () => {
    given(set('p1', 1)).when(claim()).thenEvents(claimed)
    given(claimed).when(claim()).thenNothing()
  })

  test('merges an earlier cart, and the larger quantity of each line wins', () =>
    given(set('p1', 1), set('p2', 5))
      .when(claim({ p1: 3, p2: 2, p3: 4 }))
      .thenEvents(
        { type: 'CartClaimed', data: { accountId: 'asha', mergedFrom: 'earlier' } },
        set('p1', 3),
        set('p3', 4),
      ))

  test('is refused to another account', () =>
    given({ type: 'CartClaimed', data: { accountId: 'ravi' } })
      .when(claim())
      .thenRefused('forbidden', /another account/))
})

describe('the end of a cart', () => {
  test('is an order, or a merge into another cart', () => {
    given(claimed, set('p1', 1)).when({ type: 'checkOut', orderId: 'ORD1', accountId: 'asha' }).thenEvents(checkedOut)
    given(claimed).when({ type: 'mergeInto', cartId: 'other' }).thenEvents(merged)
  })

  test('happens once', () => {
    given(checkedOut).when({ type: 'checkOut', orderId: 'ORD2', accountId: 'asha' }).thenNothing()
    given(merged).when({ type: 'mergeInto', cartId: 'other' }).thenNothing()
  })

  test.each<CartCommand>([
    { type: 'setQuantity', productId: 'p1', quantity: 1 },
    { type: 'removeItem', productId: 'p1' },
    { type: 'clear' },
    { type: 'claim', accountId: 'asha' },
  ])('allows no further change: %j', (command) => {
    given(set('p1', 2), checkedOut)
      .when(command)
      .thenRefused('conflict', /has become order ORD1: start a new one/)
    given(set('p1', 2), merged)
      .when(command)
      .thenRefused('conflict', /merged into another cart/)
  })

  test('cannot be caused by another account', () =>
    given(claimed)
      .when({ type: 'checkOut', orderId: 'ORD1', accountId: 'ravi' })
      .thenRefused('forbidden', /another account/))
})

test('a cart has the last quantity of each product', () => {
  const product = fc.constantFrom('p1', 'p2', 'p3')
  const command = fc.oneof(
    fc.record({
      type: fc.constant('setQuantity' as const),
      productId: product,
      quantity: fc.integer({ min: -2, max: 9 }),
    }),
    fc.record({ type: fc.constant('removeItem' as const), productId: product }),
    fc.record({ type: fc.constant('clear' as const) }),
  )
  fc.assert(
    fc.property(fc.array(command), (commands) => {
      const model = new Map<string, number>()
      const events: CartEvent[] = []
      for (const next of commands) {
        events.push(...cartDecider.decide(next, fold(cartDecider, events)))
        if (next.type === 'clear') model.clear()
        else if (next.type === 'setQuantity' && next.quantity > 0) model.set(next.productId, next.quantity)
        else model.delete(next.productId)
      }
      expect(fold(cartDecider, events).items).toEqual(Object.fromEntries(model))
    }),
  )
})

const shown = (...events: CartEvent[]) => withoutCount(fold(cartDecider, events))

test('a cart looks the same however often it was changed', () => {
  expect(shown(set('p1', 2), set('p1', 1), set('p1', 2))).toEqual(shown(set('p1', 2)))
  expect(shown(set('p1', 2))).toEqual({ status: 'open', items: { p1: 2 } })
  expect(shown(set('p1', 2), merged)).toEqual({ status: 'merged', items: {}, mergedInto: 'other' })
})
