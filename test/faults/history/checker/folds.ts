import type { Facts, LoggedEvent } from '../record/call.ts'
import type { Items } from './models/cart.ts'
import { orderSteps } from './models/order.ts'
import { requestSteps } from './models/request.ts'

type Events = readonly Pick<LoggedEvent, 'type' | 'data'>[]

/** The lines of a cart with these events; none once it has ended. */
export function itemsAfter(events: Events): Items {
  const items = new Map<string, number>()
  for (const { type, data } of events) {
    const productId = String(data['productId'])
    if (type === 'CartItemQuantitySet') items.set(productId, Number(data['quantity']))
    else if (type === 'CartItemRemoved') items.delete(productId)
    else if (type === 'CartCleared' || type === 'CartCheckedOut') items.clear()
  }
  return Object.fromEntries(items)
}

const orderStatus: Readonly<Record<string, string>> = {
  OrderPlaced: 'received',
  ...Object.fromEntries(Object.values(orderSteps).flatMap(({ to, types: [first = ''] }) => [[first, to]])),
}

/** The status of an order with these events. */
export function orderStatusAfter(events: Events): string {
  return events.reduce((status, { type }) => orderStatus[type] ?? status, 'none')
}

const requestStatus = new Map([
  ['ServiceRequestRaised', 'received'],
  ...Object.values(requestSteps).map(({ type, to }): [string, string] => [type, to]),
])

/** The status of a service request with these events. */
export function requestStatusAfter(events: Events): string {
  return events.reduce((status, { type }) => requestStatus.get(type) ?? status, 'none')
}

/** The facts about a product with these events, and whether it is on offer. */
export function factsAfter(events: Events): { facts: Facts; isOffered: boolean } {
  let facts: Facts = { title: '', pricePaise: 0, qty: 0 }
  let isOffered = false
  for (const { type, data } of events) {
    if (type === 'ProductAdded' || type === 'ProductRestored' || type === 'ProductDeleted')
      isOffered = type !== 'ProductDeleted'
    facts = changedFacts(facts, { type, data })
  }
  return { facts, isOffered }
}

function changedFacts(facts: Facts, { type, data }: Events[number]): Facts {
  const title = String(data['title'])
  switch (type) {
    case 'ProductAdded':
    case 'ProductRestored':
      return { title, pricePaise: Number(data['pricePaise']), qty: Number(data['qty']) }
    case 'ProductDetailsChanged':
      return { ...facts, title }
    case 'ProductPriceChanged':
      return { ...facts, pricePaise: Number(data['to']) }
    case 'ProductStockChanged':
      return { ...facts, qty: Number(data['to']) }
    default:
      return facts
  }
}
