import { defineProjection, type TypedEvent } from '#core/projections/projection.ts'
import { catalogueEvents, productIdOf } from '#modules/catalogue/domain/events.ts'
import { modelNumberOf, type ProductRow } from '#modules/catalogue/read-model.ts'

type Events = typeof catalogueEvents

const keys = (event: { stream: string }) => [productIdOf(event.stream)]

/**
 * The products on offer, for the pages of the catalogue. A deleted product keeps its row with a negated
 * `created_position`, so that it is restored to its former place.
 */
export const productListProjection = defineProjection<ProductRow, Events>(catalogueEvents, {
  name: 'product-list',
  version: 3,
  rowsOf: 'one-stream',
  sink: {
    kind: 'table',
    table: {
      name: 'products',
      key: 'product_id',
      columns: {
        product_id: 'text',
        details: 'jsonb not null',
        category: 'text not null',
        price_paise: 'bigint not null',
        qty: 'integer not null',
        created_at: 'timestamptz not null',
        created_position: 'bigint not null',
        revision: 'integer not null',
        sku: 'text',
        model_number: 'text',
      },
      indexes: ['(created_position desc)', '(category, created_position desc)'],
    },
  },
  on: {
    ProductAdded: { keys, evolve: (_row, event, key) => added(event, key) },
    ProductDetailsChanged: {
      keys,
      evolve: (row, { data, revision }) =>
        row && {
          ...row,
          details: data,
          category: data.posttype.toLowerCase(),
          model_number: modelNumberOf(data),
          revision,
        },
    },
    ProductPriceChanged: {
      keys,
      evolve: (row, { data, revision }) => row && { ...row, price_paise: data.to, revision },
    },
    ProductStockChanged: { keys, evolve: (row, { data, revision }) => row && { ...row, qty: data.to, revision } },
    ProductDeleted: {
      keys,
      evolve: (row, { revision }) => row && { ...row, created_position: -Math.abs(row.created_position), revision },
    },
    ProductRestored: {
      keys,
      evolve: (row, { revision }) => row && { ...row, created_position: Math.abs(row.created_position), revision },
    },
  },
})

function added(event: TypedEvent<Events, 'ProductAdded'>, productId: string): ProductRow {
  const { pricePaise, qty, sku = null, ...details } = event.data
  return {
    product_id: productId,
    details,
    category: details.posttype.toLowerCase(),
    price_paise: pricePaise,
    qty,
    created_at: event.at,
    created_position: event.position,
    revision: event.revision,
    sku,
    model_number: modelNumberOf(details),
  }
}
