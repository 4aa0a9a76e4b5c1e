import type { Projection } from '#core/projection.ts'
import { cartsProjection } from './carts.ts'
import { eventCountsProjection } from './event-counts.ts'
import { eventLogProjection } from './event-log.ts'
import { ordersProjection } from './orders.ts'
import { productListProjection } from './product-list.ts'
import { productSearchProjection } from './product-search.ts'
import { serviceRequestsProjection } from './service-requests.ts'

/** Every read model of the shop; `eventTypes` are all that there are. */
export function allProjections(eventTypes: readonly string[]): Projection[] {
  return [
    productListProjection,
    productSearchProjection,
    cartsProjection,
    ordersProjection,
    serviceRequestsProjection,
    eventLogProjection(eventTypes),
    eventCountsProjection(eventTypes),
  ]
}
