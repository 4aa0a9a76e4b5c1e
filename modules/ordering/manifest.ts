import { fold } from '#core/domain/decider.ts'
import { eventsOf } from '#core/event-store/codec/typed-events.ts'
import { defineModule } from '#core/module/manifest.ts'
import { ordersProjection } from '#projections/orders.ts'
import { salesProjection } from '#projections/sales.ts'
import { orderingMigrations } from './tables.ts'
import { orderEvents, orderStream } from './domain/events.ts'
import { orderDecider } from './domain/order.ts'
import { orderNotesEvents, orderNotesStream } from './notes/domain/events.ts'
import { orderNotesDecider } from './notes/domain/order-notes.ts'
import { orderPrivacy, orderSentences } from './domain/wording.ts'

/** The declarations of orders for the rest of the shop. */
export const orderingManifest = defineModule({
  tag: 'Orders',
  events: { ...orderEvents, ...orderNotesEvents },
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
      shownWith: orderNotesStream,
    },
    {
      category: 'orderNotes',
      title: 'Notes on order',
      filter: 'notes on an order',
      streamOf: orderNotesStream,
      idsAre: 'upper-case',
      relatedBy: [],
      fold: (events) => fold(orderNotesDecider, eventsOf(orderNotesEvents, events)),
      isPersonal: true,
    },
  ],
  sentences: orderSentences,
  projections: { orders: ordersProjection, sales: salesProjection },
  personalReadModels: ['orders', 'sales'],
  privacy: orderPrivacy,
  mails: {
    OrderPlaced: 'order-placed',
    OrderConfirmed: 'order-confirmed',
    OrderDispatched: 'order-dispatched',
    OrderDelivered: 'order-delivered',
    OrderCancelled: 'order-cancelled',
    OrderReturned: 'order-returned',
  },
  adminPlaces: [{ label: 'Orders', path: '/admin/orders', order: 2, covers: ['/my-orders'] }],
})
