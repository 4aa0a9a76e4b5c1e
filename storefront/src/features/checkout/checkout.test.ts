import { describe, expect, it } from 'vitest'
import { OrderInput } from '#modules/ordering/schema.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { refusedLines } from './placing/refused-lines.ts'
import { checkoutFault, checkoutFields, emptyForm, type CheckoutForm } from './checkout.ts'
import { orderPayload } from './placing/order-payload.ts'

const items = [
  {
    id: 'p1',
    title: 'Monitor',
    company: 'A',
    brand: 'A',
    price: 84_500,
    logoUrl: '',
    quantity: 2,
    type: 'service' as const,
  },
  { id: 'p2', title: 'Gauze', company: 'N', brand: 'N', price: 19.99, logoUrl: '', quantity: 3 },
]
const form: CheckoutForm = {
  ...emptyForm,
  name: ' Asha Rao ',
  shippingMobile: '9820012345',
  address: '12 MG Road',
  city: 'Pune',
  state: 'Maharashtra',
  zipCode: '411001',
}

describe('the checkout form', () => {
  it('has no error when every field is filled in', () => expect(checkoutFault(items, form)).toBeUndefined())

  it('names the first error in the order of the specification', () => {
    const empty = { ...emptyForm, name: ' ', address: '\t' }
    const messages = ['Your cart is empty']
    expect(checkoutFault([], empty)?.message).toBe(messages[0])
    const filled: CheckoutForm = { ...empty }
    const seen: string[] = []
    for (const field of ['name', 'shippingMobile', 'address', 'city', 'state', 'zipCode'] as const) {
      seen.push(checkoutFault(items, filled)?.message ?? '')
      filled[field] = form[field]
    }
    expect(seen).toEqual([
      'Name is required',
      'Mobile number is required',
      'Address is required',
      'City is required',
      'State is required',
      'ZIP Code is required',
    ])
  })

  it.each(['41100', '4110011', '41100a', '411 01', '४११००१', ' 411001'])('rejects %j as a PIN code', (zipCode) =>
    expect(checkoutFault(items, { ...form, zipCode })).toEqual({
      field: 'zipCode',
      message: 'Please enter a valid 6-digit PIN code',
    }),
  )
})

it('builds the order payload of the specification, with the mobile number as its email', () => {
  const now = Date.UTC(2026, 10, 20, 12)
  expect(orderPayload({ items, form, cartId: null }, now)).toEqual({
    orderId: `ORD${String(now).slice(-8)}`,
    items: [
      { id: 'p1', title: 'Monitor', quantity: 2, price: 84_500, company: 'A', brand: 'A' },
      { id: 'p2', title: 'Gauze', quantity: 3, price: 19.99, company: 'N', brand: 'N' },
    ],
    shipping: {
      name: 'Asha Rao',
      email: '9820012345',
      address: '12 MG Road',
      city: 'Pune',
      state: 'Maharashtra',
      zipCode: '411001',
    },
    payment: { method: 'cod', status: 'pending' },
    totalAmount: 169_059.97,
    status: 'received',
    date: '2026-11-20T12:00:00.000Z',
  })
})

it('asks for each field that the shop takes with an order, and sends what was typed, trimmed', () => {
  const typed = { ...emptyForm }
  for (const { name } of checkoutFields) typed[name] = ` the ${name} `
  const sent = orderPayload({ items, form: typed, cartId: null }, 0).shipping
  // The number may also be sent as the mobile number; the form sends it as older clients do.
  const { mobile: _mobile, ...taken } = OrderInput.properties.shipping.properties
  for (const field of Object.keys(taken)) {
    const text = field === 'email' ? 'the shippingMobile' : `the ${field}`
    expect(
      Object.entries(sent),
      `add ${field} to emptyForm and checkoutFields, and let shippingOf send it`,
    ).toContainEqual([field, text])
  }
})

it('omits each optional field that is empty', () => {
  const sent = Object.keys(orderPayload({ items, form: emptyForm, cartId: null }, 0).shipping)
  const optional = checkoutFields.filter(({ missing }) => missing === undefined).map(({ name }) => name)
  expect(sent.filter((field) => optional.some((name) => name === field))).toEqual([])
})

it('extracts from a refusal only the messages about lines', () => {
  const errors = [
    { field: 'items[0].price', defaultMessage: 'The price of “Monitor” is ₹90,000 now: review the cart' },
    { field: 'shipping.zipCode', defaultMessage: 'Please enter a valid 6-digit PIN code' },
    { field: 'items[1].id', defaultMessage: '“Gauze” is no longer available: remove it from the cart' },
  ]
  expect(refusedLines(new ApiError(409, 'changed', errors))).toEqual([
    'The price of “Monitor” is ₹90,000 now: review the cart',
    '“Gauze” is no longer available: remove it from the cart',
  ])
  expect(refusedLines(new ApiError(409, 'The first request with this key is still running'))).toEqual([])
})
