import { Type, type Static } from 'typebox'
import { Day } from '#core/http/schemas/day.ts'
import { visibleText } from '#core/text/blank.ts'
import { requiredText } from '#core/http/schemas/required-text.ts'
import { SortBy, type Sort } from '#core/http/schemas/sort.ts'
import { CartId } from '#modules/cart/domain/events.ts'
import { Shipping } from './domain/events.ts'

/** The maximum number of lines of an order, and the maximum quantity of a product. */
const maxOrderLines = 100
export const maxOrderQuantity = 9_999

/** The first fault of an order without lines (spec §5). */
export const emptyCart = 'Your cart is empty'

const OrderItemInput = Type.Object({
  id: Type.String({ pattern: visibleText, maxLength: 200, message: 'Every line needs the id of its product' }),
  title: Type.Optional(Type.String({ maxLength: 500 })),
  quantity: Type.Integer({
    minimum: 1,
    maximum: maxOrderQuantity,
    message: `Quantity must be a whole number from 1 to ${maxOrderQuantity}`,
    examples: [2],
  }),
  price: Type.Number({ message: 'Every line needs the price that the buyer saw, in rupees', examples: [84500] }),
  company: Type.Optional(Type.String({ maxLength: 500 })),
  brand: Type.Optional(Type.String({ maxLength: 500 })),
})

/** The checkout form, in the sequence of validation (spec §5). `email` may hold the mobile number (spec §3). */
const ShippingInput = Type.Object({
  name: requiredText('Name is required', 200, ['Asha Rao']),
  mobile: Type.Optional(Type.String({ maxLength: 100, examples: ['9820012345'] })),
  email: Type.Optional(Type.String({ maxLength: 320, description: 'The mobile number, as older clients send it' })),
  address: requiredText('Address is required', 500, ['12 MG Road']),
  city: requiredText('City is required', 100, ['Pune']),
  state: requiredText('State is required', 100, ['Maharashtra']),
  zipCode: Type.String({
    pattern: '^[0-9]{6}$',
    message: 'Please enter a valid 6-digit PIN code',
    examples: ['411001'],
  }),
})

/** The order payload of spec §3. A status, a date or a buyer in the body is ignored. */
export const OrderInput = Type.Object({
  items: Type.Array(OrderItemInput, { minItems: 1, maxItems: maxOrderLines, message: emptyCart }),
  shipping: ShippingInput,
  payment: Type.Object({
    method: Type.Literal('cod', { message: 'Cash on delivery is the only way to pay: send the method cod' }),
  }),
  totalAmount: Type.Number({ message: 'Send the total that the buyer saw, in rupees', examples: [169000] }),
  orderId: Type.Optional(Type.String({ maxLength: 100, examples: ['ORD48210377'] })),
  cartId: Type.Optional(CartId),
})
export type OrderInput = Static<typeof OrderInput>

export const OrderStatus = Type.Union([
  Type.Literal('received'),
  Type.Literal('confirmed'),
  Type.Literal('dispatched'),
  Type.Literal('delivered'),
  Type.Literal('returned'),
  Type.Literal('cancelled'),
])
export type OrderStatus = Static<typeof OrderStatus>

/** The filters of the list of all orders. */
export const OrderFilters = Type.Object({
  text: Type.Optional(
    Type.String({ maxLength: 200, description: 'Words to search for in id, buyer, city and item titles' }),
  ),
  status: Type.Optional(OrderStatus),
  sold: Type.Optional(
    Type.Boolean({ description: 'With true, only orders that are neither cancelled nor returned: the revenue' }),
  ),
  product: Type.Optional(Type.String({ maxLength: 100, description: 'The id of a product that the order contains' })),
  account: Type.Optional(Type.String({ maxLength: 100, description: 'The id of the account that placed the order' })),
  from: Type.Optional(Day),
  to: Type.Optional(Day),
})
export type OrderFilters = Static<typeof OrderFilters>

const sortColumns = ['placed', 'total', 'name', 'city'] as const
export type OrderSortColumn = (typeof sortColumns)[number]
export type OrderSort = Sort<OrderSortColumn>

/** The order of the list of all orders; `name` is that of the recipient. */
export const OrderSorting = Type.Object({ sort: Type.Optional(SortBy(sortColumns, 'placed-desc')) })

/** The number of orders per status, among those that match the text. */
export const OrderCounts = Type.Record(Type.String(), Type.Integer(), { examples: [{ received: 3, confirmed: 1 }] })
export type OrderCounts = Static<typeof OrderCounts>

/** The answer to a placed order. */
export const OrderReceipt = Type.Object({
  orderId: Type.String(),
  status: OrderStatus,
  totalAmount: Type.Number(),
  date: Type.String({ format: 'date-time' }),
})
export type OrderReceipt = Static<typeof OrderReceipt>

const OrderItem = Type.Object({
  id: Type.String(),
  title: Type.String(),
  company: Type.String(),
  brand: Type.String(),
  quantity: Type.Integer(),
  price: Type.Number({ description: 'Rupees, exclusive of GST, as ordered' }),
})

/** An order as its buyer and the admin see it. `shipping.email` repeats the mobile number for older clients (spec §3). */
export const Order = Type.Object({
  orderId: Type.String(),
  items: Type.Array(OrderItem),
  shipping: Type.Object({ ...Shipping.properties, email: Type.String() }),
  payment: Type.Object({
    method: Type.Literal('cod'),
    status: Type.Union([Type.Literal('pending'), Type.Literal('collected')]),
  }),
  totalAmount: Type.Number(),
  status: OrderStatus,
  date: Type.String({ format: 'date-time' }),
  loginUserName: Type.String(),
  revision: Type.Integer(),
})
export type Order = Static<typeof Order>

const day = Type.String({ format: 'date-time', description: 'A time on that day' })

/** The estimate of an order that is under way, from DISPATCH_DAYS and DELIVERY_DAYS. */
const ExpectedDays = Type.Object({ dispatch: Type.Optional(day), from: day, to: day })
export type ExpectedDays = Static<typeof ExpectedDays>

/** An order with its estimate, which is absent once it is delivered or cancelled. */
export const TrackedOrder = Type.Object({
  ...Order.properties,
  expected: Type.Optional(ExpectedDays),
  returnableUntil: Type.Optional(
    Type.String({ format: 'date-time', description: 'Until when a delivered order can be returned' }),
  ),
})
export type TrackedOrder = Static<typeof TrackedOrder>

export const DispatchInput = Type.Object({
  carrier: Type.Optional(Type.String({ maxLength: 100, examples: ['Bluedart'] })),
  trackingNumber: Type.Optional(Type.String({ maxLength: 100, examples: ['BD123456789IN'] })),
})

export const ReasonInput = Type.Object({
  reason: requiredText('Please give a reason', 1000, ['The buyer asked for a larger model']),
})
