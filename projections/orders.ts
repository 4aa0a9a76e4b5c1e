import { erasedText, erasedTexts } from '#core/personal-data/erased-text.ts'
import { defineProjection, type TypedEvent } from '#core/projections/projection.ts'
import { orderEvents, orderIdOf } from '#modules/ordering/domain/events.ts'
import type { OrderRow } from '#modules/ordering/read-model.ts'

type Events = typeof orderEvents

const keys = (event: { stream: string }) => [orderIdOf(event.stream)]

/** A fold that changes only some columns and the revision. */
function step(changes: Partial<OrderRow>) {
  return {
    keys,
    evolve: (row: OrderRow | undefined, event: { revision: number }) =>
      row && { ...row, ...changes, revision: event.revision },
  }
}

/** The orders, and the number of them in each status, for the admin's board and the buyer's page. */
export const ordersProjection = defineProjection<OrderRow, Events>(orderEvents, {
  name: 'orders',
  version: 6,
  rowsOf: 'one-stream',
  sink: {
    kind: 'table',
    table: {
      name: 'orders',
      key: 'order_id',
      columns: {
        order_id: 'text',
        buyer_id: 'text not null',
        login_user_name: 'text not null',
        items: 'jsonb not null',
        shipping: 'jsonb not null',
        payment_status: 'text not null',
        total_paise: 'bigint not null',
        status: 'text not null',
        placed_at: 'timestamptz not null',
        placed_position: 'bigint not null',
        dispatched_at: 'timestamptz',
        delivered_at: 'timestamptz',
        revision: 'integer not null',
        search_text: 'text not null',
      },
      indexes: [
        '(placed_position desc)',
        '(buyer_id, placed_position desc)',
        '(status, placed_position desc)',
        '(placed_at)',
        '(total_paise, placed_position)',
        "(lower(shipping->>'name'), placed_position)",
        "(lower(shipping->>'city'), placed_position)",
        'using gin (search_text gin_trgm_ops)',
        "using gin (jsonb_path_query_array(items, '$[*].productId') jsonb_path_ops)",
      ],
      totals: [{ name: 'totals', by: 'status', where: 'true' }],
    },
  },
  on: {
    OrderPlaced: { keys, evolve: (_row, event) => placed(event) },
    OrderConfirmed: step({ status: 'confirmed' }),
    OrderDispatched: {
      keys,
      evolve: (row, { at, revision }) => row && { ...row, status: 'dispatched', dispatched_at: at, revision },
    },
    OrderDelivered: {
      keys,
      evolve: (row, { data, revision }) =>
        row && { ...row, status: 'delivered', delivered_at: data.deliveredAt, revision },
    },
    PaymentCollected: step({ payment_status: 'collected' }),
    OrderCancelled: step({ status: 'cancelled' }),
    OrderReturned: step({ status: 'returned' }),
    OrderPersonalDataErased: { keys, evolve: (row, event) => row && erased(row, event.revision) },
  },
})

function placed(event: TypedEvent<Events, 'OrderPlaced'>): OrderRow {
  const { orderId, buyer, items, shipping, payment, totalPaise, placedAt } = event.data
  return {
    order_id: orderId,
    buyer_id: buyer.id,
    login_user_name: buyer.loginUserName,
    items,
    shipping,
    payment_status: payment.status,
    total_paise: totalPaise,
    status: 'received',
    placed_at: placedAt,
    placed_position: event.position,
    dispatched_at: null,
    delivered_at: null,
    revision: event.revision,
    search_text: searchText([orderId, buyer.name, buyer.loginUserName, shipping.name, shipping.city], items),
  }
}

/** Rows hold decrypted personal data, which must be erased together with the person's key. */
function erased(row: OrderRow, revision: number): OrderRow {
  const search_text = searchText([row.order_id], row.items)
  return { ...row, login_user_name: erasedText, shipping: erasedTexts(row.shipping), search_text, revision }
}

function searchText(words: readonly string[], items: OrderRow['items']): string {
  return [...words, ...items.map((item) => item.title)].join(' ').toLowerCase()
}
