import { erasedText } from '#core/personal-data/erased-text.ts'
import { inRupees } from '#core/text/indian-words.ts'
import { counted } from '#core/text/counted.ts'
import type { PrivacyEntry, Sentences } from '#core/module/manifest.ts'
import type { ErasurePart } from '#core/module/personal-traces.ts'
import type { orderNotesEvents } from '../notes/domain/events.ts'
import type { orderEvents } from './events.ts'

/** Sentences for the admin's history; the actor's name precedes each. */
export const orderSentences: Sentences<typeof orderEvents & typeof orderNotesEvents> = {
  OrderPlaced: ({ data }) => `placed the order, ${pieces(data.items)}, ${inRupees(data.totalPaise)}`,
  OrderConfirmed: () => 'confirmed the order',
  OrderDispatched: ({ data }) => `dispatched the order${byCarrier(data)}`,
  OrderDelivered: () => 'recorded the delivery',
  PaymentCollected: ({ data }) => `recorded ${inRupees(data.amountPaise)} collected in cash`,
  OrderCancelled: ({ data }) => `cancelled the order for the ${data.by}`,
  OrderReturned: () => 'recorded the return of the goods',
  OrderPersonalDataErased: () => 'erased the buyer’s personal data from this order',
  OrderNoteAdded: () => 'added a note for the staff',
}

function pieces(items: readonly { quantity: number }[]): string {
  const count = items.reduce((sum, { quantity }) => sum + quantity, 0)
  return count === 1 ? '1 item' : `${count.toLocaleString('en-IN')} items`
}

function byCarrier({ carrier, trackingNumber }: { carrier?: string; trackingNumber?: string }): string {
  if ((carrier ?? trackingNumber) === erasedText) return ''
  const by = carrier ? ` with ${carrier}` : ''
  return trackingNumber ? `${by}, tracking number ${trackingNumber}` : by
}

/** The stored data about a buyer. */
export const orderPrivacy: readonly PrivacyEntry[] = [
  {
    what: 'Delivery name, mobile, address, city, state, PIN code',
    purpose: 'Delivering an order and its invoice',
    duration: 'Until you delete your account',
    order: 2,
    fields: {
      'OrderPlaced.buyer.loginUserName': 'Delivery name',
      'OrderPlaced.buyer.name': 'Delivery name',
      'OrderPlaced.shipping.name': 'Delivery name',
      'OrderPlaced.shipping.mobile': 'mobile',
      'OrderPlaced.shipping.address': 'address',
      'OrderPlaced.shipping.city': 'city',
      'OrderPlaced.shipping.state': 'state',
      'OrderPlaced.shipping.zipCode': 'PIN code',
    },
  },
  {
    what: 'What you ordered and what happened to it',
    purpose: 'Service, warranty, our accounts',
    duration: 'For as long as we must keep our accounts, without your name once your account is deleted',
    order: 3,
    fields: {},
  },
  {
    what: 'Carrier and tracking number, and why an order was cancelled or returned',
    purpose: 'Finding a parcel, and answering your questions',
    duration: 'Until you delete your account',
    order: 4,
    fields: {
      'OrderDispatched.carrier': 'Carrier',
      'OrderDispatched.trackingNumber': 'tracking number',
      'OrderCancelled.reason': 'why an order was cancelled',
      'OrderReturned.reason': 'returned',
    },
  },
  {
    what: 'Notes of our staff on an order',
    purpose: 'Handling your order',
    duration: 'Until you delete your account',
    order: 4.5,
    fields: { 'OrderNoteAdded.text': 'Notes' },
  },
]

/** The effect of an erasure on a buyer's orders. */
export function orderErasure({ orders, underWay }: { orders: number; underWay: number }): ErasurePart {
  const counts = { orders, ordersUnderWay: underWay }
  if (orders === 0) return { counts, goes: [], stays: [] }
  const all = counted(orders, 'order')
  return {
    counts,
    goes: [
      `Name, mobile number, address, carrier and tracking number in ${all}, the reasons that were written there, and our notes`,
    ],
    stays: [`What was bought in ${all}, with prices, dates and steps, without saying by whom`],
  }
}
