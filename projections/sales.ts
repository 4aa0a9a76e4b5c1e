import { indianDayOf } from '#core/domain/indian-day.ts'
import { defineProjection, type TypedEvent } from '#core/projections/projection.ts'
import { orderEvents, orderIdOf } from '#modules/ordering/domain/events.ts'
import type { SaleRow } from '#modules/ordering/read-model.ts'

type Events = typeof orderEvents

const keys = (event: { stream: string }) => [orderIdOf(event.stream)]

/** A fold that changes the status, from the time of the event on. */
function become(status: SaleRow['status']) {
  return {
    keys,
    evolve: (row: SaleRow | undefined, { at }: { at: string }) => row && { ...row, status, since: at },
  }
}

/**
 * What each order adds to the figures of the day on which it was placed. A cancellation or a return does not hold that
 * day, so there is one row for each order, and the days are added up when they are read. Holds no personal data.
 */
export const salesProjection = defineProjection<SaleRow, Events>(orderEvents, {
  name: 'sales',
  version: 1,
  rowsOf: 'one-stream',
  sink: {
    kind: 'table',
    table: {
      name: 'sales',
      key: 'order_id',
      columns: {
        order_id: 'text',
        day: 'text not null',
        status: 'text not null',
        since: 'timestamptz not null',
        total_paise: 'bigint not null',
        items: 'jsonb not null',
      },
      indexes: ['(day)', `(status, since) where status in ('received', 'confirmed')`],
    },
  },
  on: {
    OrderPlaced: { keys, evolve: (_row, event) => placed(event) },
    OrderConfirmed: become('confirmed'),
    OrderDispatched: become('dispatched'),
    OrderDelivered: become('delivered'),
    OrderCancelled: become('cancelled'),
    OrderReturned: become('returned'),
    // The row holds nothing about the buyer.
    OrderPersonalDataErased: { keys, evolve: (row) => row },
  },
})

function placed({ data }: TypedEvent<Events, 'OrderPlaced'>): SaleRow {
  const items = data.items.map(({ productId, title, quantity, pricePaise }) => ({
    productId,
    title,
    quantity,
    pricePaise,
  }))
  return {
    order_id: data.orderId,
    day: indianDayOf(data.placedAt),
    status: 'received',
    since: data.placedAt,
    total_paise: data.totalPaise,
    items,
  }
}
