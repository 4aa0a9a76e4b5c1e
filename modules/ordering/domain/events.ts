import { Type, type Static } from 'typebox'
import type { EventDefinitions } from '#core/event-store/event-definition.ts'
import { inCategory, textIn } from '#core/event-store/ownership/stream-category.ts'
import type { JsonObject } from '#core/event-store/event-store.ts'
import type { EventOf } from '#core/domain/decider.ts'

/** A line as it was ordered; the price is the catalogue's at that moment, in paise, exclusive of GST. */
const OrderLine = Type.Object({
  productId: Type.String(),
  title: Type.String(),
  company: Type.String(),
  brand: Type.String(),
  pricePaise: Type.Integer({ minimum: 0 }),
  quantity: Type.Integer({ minimum: 1 }),
})
export type OrderLine = Static<typeof OrderLine>

/** Where it goes. Personal data, all of it: encrypted with the buyer's key. */
export const Shipping = Type.Object({
  name: Type.String(),
  mobile: Type.String(),
  address: Type.String(),
  city: Type.String(),
  state: Type.String(),
  zipCode: Type.String(),
})
export type Shipping = Static<typeof Shipping>

/** Who bought: the account's id for good, its names until the account is erased. */
const Buyer = Type.Object({ id: Type.String(), loginUserName: Type.String(), name: Type.String() })
export type Buyer = Static<typeof Buyer>

/** A buyer asked for these goods, cash on delivery. */
const OrderPlaced = Type.Object({
  orderId: Type.String(),
  /** ISO 8601, UTC: when the shop took it, by the shop's own clock. */
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
 * Whose key seals the words: the buyer's, because they tell of the buyer, or a person may be named in them; once that account is erased, whoever wrote
 * them. Absent where version 1 wrote the event, in the open.
 */
const SealedFor = Type.Optional(Type.String())

/** It left the warehouse. Whoever has the tracking number can look up where it went. */
const OrderDispatched = Type.Object({
  carrier: Type.Optional(Type.String()),
  trackingNumber: Type.Optional(Type.String()),
  sealedFor: SealedFor,
})

/** The buyer has it; returns are taken for 14 days from this event. */
const OrderDelivered = Type.Object({ deliveredAt: Type.String() })

/** The courier was paid in cash; in paise. */
const PaymentCollected = Type.Object({ amountPaise: Type.Integer({ minimum: 0 }) })

/** Called off before it left, by the buyer or by the shop. */
const OrderCancelled = Type.Object({
  reason: Type.String(),
  by: Type.Union([Type.Literal('buyer'), Type.Literal('shop')]),
  sealedFor: SealedFor,
})

/** It came back. */
const OrderReturned = Type.Object({ reason: Type.String(), sealedFor: SealedFor })

/** The buyer's account was deleted, and the key to their data with it: names and address can never be read again. */
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

/** Version 1 kept the words in the open. */
const fromOpenWords = { 1: (data: JsonObject) => data }

/** Ids are those of spec §9: ORD and 8 digits. */
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
    upcast: fromOpenWords,
  },
  OrderDelivered: { version: 1, schema: OrderDelivered, notPersonal: { [ids]: ['deliveredAt'] } },
  PaymentCollected: { version: 1, schema: PaymentCollected },
  OrderCancelled: {
    version: 2,
    schema: OrderCancelled,
    personal: sealed('reason'),
    notPersonal: { [ids]: ['sealedFor'] },
    upcast: fromOpenWords,
  },
  OrderReturned: {
    version: 2,
    schema: OrderReturned,
    personal: sealed('reason'),
    notPersonal: { [ids]: ['sealedFor'] },
    upcast: fromOpenWords,
  },
  OrderPersonalDataErased: { version: 1, schema: OrderPersonalDataErased },
}) satisfies EventDefinitions

export type OrderEvent = EventOf<typeof orderEvents>

const prefix = `${order.name}-`

/** The stream of one order, by its id (`ORD48210377`). */
export function orderStream(orderId: string): string {
  return prefix + orderId
}

/** The order's id; of a stream that `orderStream` has named. */
export function orderIdOf(stream: string): string {
  return stream.slice(prefix.length)
}
