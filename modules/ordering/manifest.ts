import { fold } from '#core/domain/decider.ts'
import { eventsOf } from '#core/event-store/codec/typed-events.ts'
import { defineModule } from '#core/module/manifest.ts'
import { ordersProjection } from '#projections/orders.ts'
import { orderingMigrations } from './tables.ts'
import { orderEvents, orderStream } from './domain/events.ts'
import { orderDecider } from './domain/order.ts'
import { orderPrivacy, orderSentences } from './domain/wording.ts'

/** The declarations of orders for the rest of the shop. */
export const orderingManifest = defineModule({
  tag: 'Orders',
  events: orderEvents,
  migrations: orderingMigrations,
  streams: [
    {
      category: 'order',
      title: 'Order',
      filter: 'order',
      streamOf: orderStream,
      idsAre: 'upper-case',
      relatedBy: ['orderId'],
      fold: (events) => fold(orderDecider, eventsOf(orderEvents, events)),
      isPersonal: true,
    },
  ],
  sentences: orderSentences,
  projections: { orders: ordersProjection },
  personalReadModels: ['orders'],
  privacy: orderPrivacy,
  mails: {
    OrderPlaced: 'order-placed',
    OrderConfirmed: 'order-confirmed',
    OrderDispatched: 'order-dispatched',
    OrderDelivered: 'order-delivered',
    OrderCancelled: 'order-cancelled',
    OrderReturned: 'order-returned',
  },
  adminPlaces: [{ label: 'Orders', path: '/admin/orders', order: 2, isExact: false }],
})
