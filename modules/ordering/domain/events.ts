import { Type, type Static } from 'typebox'
import type { EventDefinitions } from '#core/event-store/event-definition.ts'
import { inCategory, textIn } from '#core/event-store/ownership/stream-category.ts'
import type { JsonObject } from '#core/event-store/event-store.ts'
import type { EventOf } from '#core/domain/decider.ts'

/** An ordered line. The price is the catalogue's at that time, in paise, exclusive of GST. */
const OrderLine = Type.Object({
  productId: Type.String(),
  title: Type.String(),
  company: Type.String(),
  brand: Type.String(),
  pricePaise: Type.Integer({ minimum: 0 }),
  quantity: Type.Integer({ minimum: 1 }),
})
export type OrderLine = Static<typeof OrderLine>

/** The delivery address. All of it is personal data, encrypted with the buyer's key. */
export const Shipping = Type.Object({
  name: Type.String(),
  mobile: Type.String(),
  address: Type.String(),
  city: Type.String(),
  state: Type.String(),
  zipCode: Type.String(),
})
export type Shipping = Static<typeof Shipping>

/** The buyer: the account id permanently, the names until the account is erased. */
const Buyer = Type.Object({ id: Type.String(), loginUserName: Type.String(), name: Type.String() })
export type Buyer = Static<typeof Buyer>

/** A buyer ordered goods, cash on delivery. */
const OrderPlaced = Type.Object({
  orderId: Type.String(),
  /** ISO 8601, UTC, by the shop's clock. */
  placedAt: Type.String(),
  buyer: Buyer,
  items: Type.Array(OrderLine, { minItems: 1 }),
  shipping: Shipping,
  payment: Type.Object({ method: Type.Literal('cod'), status: Type.Literal('pending') }),
  totalPaise: Type.Integer({ minimum: 0 }),
  cartId: Type.Optional(Type.String()),
})

/** The shop accepted the order. */
const OrderConfirmed = Type.Object({})

/**
 * The account whose key encrypts the event's texts: the buyer, because they are about the buyer or may name a person;
 * once that account is erased, the author. Absent in version 1, which stored plain text.
 */
const SealedFor = Type.Optional(Type.String())

/** The goods left the warehouse. Anyone with the tracking number can look up the destination. */
const OrderDispatched = Type.Object({
  carrier: Type.Optional(Type.String()),
  trackingNumber: Type.Optional(Type.String()),
  sealedFor: SealedFor,
})

/** The goods reached the buyer. Returns are accepted for 14 days from this event. */
const OrderDelivered = Type.Object({ deliveredAt: Type.String() })

/** The buyer paid the courier in cash. In paise. */
const PaymentCollected = Type.Object({ amountPaise: Type.Integer({ minimum: 0 }) })

/** The buyer or the shop cancelled the order before its dispatch. */
const OrderCancelled = Type.Object({
  reason: Type.String(),
  by: Type.Union([Type.Literal('buyer'), Type.Literal('shop')]),
  sealedFor: SealedFor,
})

/** The goods came back. */
const OrderReturned = Type.Object({ reason: Type.String(), sealedFor: SealedFor })

/** The buyer's account and key were deleted: names and address can never be read again. */
const OrderPersonalDataErased = Type.Object({})

const personal = {
  fields: ['buyer.loginUserName', 'buyer.name', 'shipping'],
  subject: (data: { readonly [key: string]: unknown }) => buyerIdIn(data),
}

function buyerIdIn(data: { readonly [key: string]: unknown }): string | undefined {
  const buyer = data['buyer']
  if (typeof buyer !== 'object' || buyer === null || !('id' in buyer)) return undefined
  return typeof buyer.id === 'string' ? buyer.id : undefined
}

const sealed = (...fields: string[]) => ({
  fields,
  subject: ({ sealedFor }: { readonly [key: string]: unknown }) =>
    typeof sealedFor === 'string' ? sealedFor : undefined,
})

/** Version 1 stored the texts as plain text. */
const fromPlainText = { 1: (data: JsonObject) => data }

/** The ids of spec §9: ORD and 8 digits. */
const order = { name: 'order', id: /^ORD[0-9]{8}$/ }

const ids = 'Ids and times that the shop makes.'
const catalogue = 'Said by the catalogue.'

export const orderEvents = inCategory(order, {
  OrderPlaced: {
    version: 1,
    schema: OrderPlaced,
    personal,
    notPersonal: {
      [ids]: ['orderId', 'placedAt', 'buyer.id', 'cartId'],
      [catalogue]: ['items.productId', 'items.title', 'items.company', 'items.brand'],
    },
    idIn: textIn('orderId'),
  },
  OrderConfirmed: { version: 1, schema: OrderConfirmed },
  OrderDispatched: {
    version: 2,
    schema: OrderDispatched,
    personal: sealed('carrier', 'trackingNumber'),
    notPersonal: { [ids]: ['sealedFor'] },
    upcast: fromPlainText,
  },
  OrderDelivered: { version: 1, schema: OrderDelivered, notPersonal: { [ids]: ['deliveredAt'] } },
  PaymentCollected: { version: 1, schema: PaymentCollected },
  OrderCancelled: {
    version: 2,
    schema: OrderCancelled,
    personal: sealed('reason'),
    notPersonal: { [ids]: ['sealedFor'] },
    upcast: fromPlainText,
  },
  OrderReturned: {
    version: 2,
    schema: OrderReturned,
    personal: sealed('reason'),
    notPersonal: { [ids]: ['sealedFor'] },
    upcast: fromPlainText,
  },
  OrderPersonalDataErased: { version: 1, schema: OrderPersonalDataErased },
}) satisfies EventDefinitions

export type OrderEvent = EventOf<typeof orderEvents>

const prefix = `${order.name}-`

/** The stream of one order, by its id (`ORD48210377`). */
export function orderStream(orderId: string): string {
  return prefix + orderId
}

/** The inverse of `orderStream`. */
export function orderIdOf(stream: string): string {
  return stream.slice(prefix.length)
}
