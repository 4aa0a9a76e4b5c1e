import { erasedText } from '#core/erased-text.ts'
import type { RecordedEvent } from '#core/event-store/event-store.ts'
import { shopIdentityEvents, type ShopIdentityEvent } from '#core/event-store/identity/events.ts'
import { eventsOf } from '#core/event-store/typed-events.ts'
import { cartEvents, type CartEvent } from '#modules/cart/events.ts'
import { catalogueEvents, type ProductEvent } from '#modules/catalogue/events.ts'
import { identityEvents, type IdentityEvent } from '#modules/identity/events.ts'
import { operationsEvents } from '#modules/operations/events.ts'
import { orderEvents, type OrderEvent } from '#modules/ordering/events.ts'
import { serviceRequestEvents, type ServiceRequestEvent } from '#modules/service-requests/events.ts'
import { auditEvents, type AuditedEvent } from './events.ts'
import { operationDeed } from './operation-wording.ts'
import { humanised, inRupees } from './words.ts'

/** What happened, as a person tells it: "Asha Rao placed the order, 3 items, ₹1,24,500". */
export function sentenceOf(event: RecordedEvent): string {
  return `${nameOf(event)} ${deedOf(event)}`
}

function nameOf({ metadata: { by } }: RecordedEvent): string {
  if (by.role === 'GUEST') return 'A guest'
  return by.name === erasedText ? 'A deleted account' : by.name
}

function deedOf(event: RecordedEvent): string {
  const deed = [
    ...of(orderEvents, event).map(orderDeed),
    ...of(catalogueEvents, event).map(productDeed),
    ...of(cartEvents, event).map(cartDeed),
    ...of(serviceRequestEvents, event).map(requestDeed),
    ...of(auditEvents, event).map(auditDeed),
    ...of(operationsEvents, event).map(operationDeed),
    ...of(identityEvents, event).map(keyDeed),
    ...of(shopIdentityEvents, event).map(identityDeed),
  ][0]
  return deed ?? `recorded: ${humanised(event.type).toLowerCase()}`
}

function of<D extends Parameters<typeof eventsOf>[0]>(definitions: D, event: RecordedEvent) {
  return Object.hasOwn(definitions, event.type) ? eventsOf(definitions, [event]) : []
}

function orderDeed(event: OrderEvent): string {
  switch (event.type) {
    case 'OrderPlaced':
      return `placed the order, ${pieces(event.data.items)}, ${inRupees(event.data.totalPaise)}`
    case 'OrderConfirmed':
      return 'accepted the order'
    case 'OrderDispatched':
      return `sent the order off${byCarrier(event.data)}`
    case 'OrderDelivered':
      return 'noted that the buyer has the goods'
    case 'PaymentCollected':
      return `noted ${inRupees(event.data.amountPaise)} collected in cash`
    case 'OrderCancelled':
      return `cancelled the order for the ${event.data.by}`
    case 'OrderReturned':
      return 'took the goods back'
    case 'OrderPersonalDataErased':
      return 'erased the buyer’s personal data from this order'
  }
}

function pieces(items: readonly { quantity: number }[]): string {
  const count = items.reduce((sum, { quantity }) => sum + quantity, 0)
  return count === 1 ? '1 item' : `${count.toLocaleString('en-IN')} items`
}

function byCarrier({ carrier, trackingNumber }: { carrier?: string; trackingNumber?: string }): string {
  const by = carrier ? ` with ${carrier}` : ''
  return trackingNumber ? `${by}, tracking number ${trackingNumber}` : by
}

function productDeed(event: ProductEvent): string {
  switch (event.type) {
    case 'ProductAdded':
      return `added ${event.data.title} at ${inRupees(event.data.pricePaise)}`
    case 'ProductDetailsChanged':
      return `changed what is said about ${event.data.title}`
    case 'ProductPriceChanged':
      return `changed the price from ${inRupees(event.data.from)} to ${inRupees(event.data.to)}`
    case 'ProductStockChanged':
      return `changed the stock from ${event.data.from} to ${event.data.to}`
    case 'ProductDeleted':
      return 'took the product out of the catalogue'
    case 'ProductRestored':
      return 'brought the product back into the catalogue'
  }
}

function cartDeed(event: CartEvent): string {
  switch (event.type) {
    case 'CartItemQuantitySet':
      return `put ${event.data.quantity} of product ${event.data.productId} into the cart`
    case 'CartItemRemoved':
      return `took product ${event.data.productId} out of the cart`
    case 'CartCleared':
      return event.data.mergedInto ? `merged this cart into cart ${event.data.mergedInto}` : 'emptied the cart'
    case 'CartClaimed':
      return event.data.mergedFrom ? 'claimed the cart, and merged an earlier one into it' : 'claimed the cart'
    case 'CartCheckedOut':
      return `turned the cart into order ${event.data.orderId}`
  }
}

function requestDeed(event: ServiceRequestEvent): string {
  switch (event.type) {
    case 'ServiceRequestRaised':
      return `asked for “${event.data.title}”`
    case 'ServiceRequestAcknowledged':
      return 'took the request up'
    case 'ServiceRequestResolved':
      return 'resolved the request'
    case 'ServiceRequestDeclined':
      return 'declined the request'
    case 'ServiceRequestWithdrawn':
      return 'withdrew the request'
    case 'ServiceRequestPersonalDataErased':
      return 'erased the requester’s personal data from this request'
  }
}

function auditDeed(event: AuditedEvent): string {
  return `looked at personal data: ${event.data.what}`
}

function identityDeed({ type, data }: ShopIdentityEvent): string {
  switch (type) {
    case 'ShopIdentified':
      return `marked this log as that of ${data.name}`
    case 'ShopMoved':
      return `noted its name ${data.name} and its database anew`
  }
}

/** The reason that somebody gave. */
export function whyOf({ data }: RecordedEvent): string | undefined {
  const why = data['reason'] ?? data['note']
  return typeof why === 'string' && why !== '' ? why : undefined
}

const titles: Record<string, string> = {
  ops: 'Operations on',
  order: 'Order',
  product: 'Product',
  cart: 'Cart',
  serviceRequest: 'Service request',
}

/** What a stream is called: "Order ORD48210377". */
export function titleOf(stream: string): string {
  const [category = '', ...rest] = stream.split('-')
  return `${titles[category] ?? humanised(category)} ${rest.join('-')}`.trim()
}

function keyDeed({ type, data }: IdentityEvent): string {
  switch (type) {
    case 'PersonalKeyLost':
      return `accepted that the key of ${data.person} is lost: ${data.reason}`
    case 'PersonalKeyReturned':
      return `noted that the key of ${data.person} has returned`
  }
}
