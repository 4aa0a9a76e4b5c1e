import { fold } from '#core/decider.ts'
import type { RecordedEvent } from '#core/event-store/event-store.ts'
import { eventsOf } from '#core/event-store/typed-events.ts'
import { cartDecider } from './cart/cart.ts'
import { cartEvents } from './cart/events.ts'
import { catalogueEvents } from './catalogue/events.ts'
import { productDecider } from './catalogue/product.ts'
import { orderEvents } from './ordering/events.ts'
import { orderDecider } from './ordering/order.ts'
import { serviceRequestEvents } from './service-requests/events.ts'
import { serviceRequestDecider } from './service-requests/service-request.ts'

/** What the events of a stream, or the first of them, amount to, by the stream's category: travel in time for the audit. */
export const folds = {
  order: (events: readonly RecordedEvent[]) => fold(orderDecider, eventsOf(orderEvents, events)),
  product: (events: readonly RecordedEvent[]) => fold(productDecider, eventsOf(catalogueEvents, events)),
  cart: (events: readonly RecordedEvent[]) => fold(cartDecider, eventsOf(cartEvents, events)),
  serviceRequest: (events: readonly RecordedEvent[]) =>
    fold(serviceRequestDecider, eventsOf(serviceRequestEvents, events)),
}
