import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  cartCount,
  cartTotal,
  decodeCart,
  lineTotal,
  maxLines,
  parseQuantity,
  removeItem,
  setItem,
  setQuantity,
  withoutOrdered,
  type CartItem,
} from './cart.ts'

const monitor = { id: 'p1', title: 'Monitor', company: 'Aarogya', brand: 'Aarogya', price: 84_500, logoUrl: '' }
const gauze = { id: 'p2', title: 'Gauze', company: 'Nirog', brand: 'Nirog', price: 19.99, logoUrl: '' }

describe('the cart', () => {
  it('sets the quantity of an item that is already present, in its place', () => {
    const items = setItem(setItem(setItem([], monitor, 3), gauze, 1), monitor, 5)
    expect(items.map(({ id, quantity }) => [id, quantity])).toEqual([
      ['p1', 5],
      ['p2', 1],
    ])
  })

  it('removes an item whose quantity becomes 0 or less', () => {
    const items = setItem([], monitor, 3)
    expect(setItem(items, monitor, 0)).toEqual([])
    expect(setQuantity(items, 'p1', -2)).toEqual([])
    expect(removeItem(items, 'p1')).toEqual([])
  })

  it('accepts no more lines than the server', () => {
    const full = Array.from({ length: maxLines }, (_, n) => ({ ...gauze, id: `x${n}`, quantity: 1 }))
    expect(setItem(full, monitor, 1)).toHaveLength(maxLines)
    expect(setItem(full, { ...gauze, id: 'x0' }, 7)[0]?.quantity).toBe(7)
  })

  it('keeps the pieces beyond those ordered', () => {
    const items = setItem(setItem([], monitor, 3), gauze, 1)
    expect(withoutOrdered(items, [{ id: 'p1', quantity: 2 }])).toEqual([
      { ...monitor, quantity: 1 },
      { ...gauze, quantity: 1 },
    ])
    expect(withoutOrdered(items, [...items, { id: 'p9', quantity: 1 }])).toEqual([])
  })

  it('counts pieces, not lines', () => {
    expect(cartCount([{ quantity: 2 }, { quantity: 3 }])).toBe(5)
  })

  it('adds prices without losing or inventing a paisa', () => {
    expect(cartTotal([{ price: 0.1, quantity: 3 }])).toBe(0.3)
    expect(lineTotal({ price: 19.99, quantity: 3 })).toBe(59.97)
    const line = fc.record({ paise: fc.integer({ min: 0, max: 10 ** 9 }), quantity: fc.integer({ min: 1, max: 9999 }) })
    fc.assert(
      fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
        const exact = lines.reduce((sum, { paise, quantity }) => sum + paise * quantity, 0)
        expect(cartTotal(lines.map(({ paise, quantity }) => ({ price: paise / 100, quantity })))).toBe(exact / 100)
      }),
      { seed: 20_261_120 },
    )
  })
})

describe('a quantity typed into the cart', () => {
  it.each([
    ['3', 3],
    ['2.9', 2],
    ['abc', 1],
    ['', 1],
    ['0', 1],
    ['-4', 1],
    ['99999999', 9999],
  ])('reads %j as %i', (text, quantity) => expect(parseQuantity(text)).toBe(quantity))
})

describe("the cart stored under 'cart'", () => {
  const whole: CartItem = { ...monitor, quantity: 2, type: 'service' }

  it('decodes to the lines that were stored', () => {
    expect(decodeCart(JSON.stringify([whole]))).toEqual([whole])
  })

  it.each([null, '', '{', 'null', '"cart"', '{"id":"p1"}', '[1, null, "x", []]'])('is empty when it is %j', (text) =>
    expect(decodeCart(text)).toEqual([]),
  )

  it.each([
    { ...whole, id: '' },
    { ...whole, id: 7 },
    { ...whole, price: '84500' },
    { ...whole, price: -1 },
    { ...whole, quantity: 1.5 },
    { ...whole, quantity: 0 },
    { ...whole, quantity: '2' },
  ])('drops the line %j and keeps the others', (broken) =>
    expect(decodeCart(JSON.stringify([broken, { ...gauze, quantity: 1 }]))).toEqual([{ ...gauze, quantity: 1 }]),
  )

  it('keeps one line per product and no more lines than a cart may have', () => {
    const lines = Array.from({ length: 10_000 }, (_, n) => ({ ...gauze, id: `x${n % 500}`, quantity: 1 }))
    expect(decodeCart(JSON.stringify(lines))).toHaveLength(maxLines)
  })

  it('gives a line without a title a default one', () => {
    expect(decodeCart(JSON.stringify([{ id: 'p1', price: 5, quantity: 1 }]))[0]?.title).toBe('Untitled Product')
  })
})
