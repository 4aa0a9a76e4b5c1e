import { defineProjection } from '#core/projections/projection.ts'
import { catalogueEvents, productIdOf } from '#modules/catalogue/domain/events.ts'
import type { OutOfStockRow } from '#modules/catalogue/read-model.ts'

const keys = (event: { stream: string }) => [productIdOf(event.stream)]

/** The row of a product with this stock: none if the product is in stock. */
function rowWith(qty: number, productId: string, since: string): OutOfStockRow | undefined {
  return qty > 0 ? undefined : { product_id: productId, since }
}

/** The products on offer that are out of stock. */
export const productsOutOfStockProjection = defineProjection<OutOfStockRow, typeof catalogueEvents>(catalogueEvents, {
  name: 'products-out-of-stock',
  version: 1,
  rowsOf: 'one-stream',
  sink: {
    kind: 'table',
    table: {
      name: 'products',
      key: 'product_id',
      columns: { product_id: 'text', since: 'timestamptz not null' },
      indexes: ['(since)'],
    },
  },
  on: {
    ProductAdded: { keys, evolve: (_row, { data, at }, key) => rowWith(data.qty, key, at) },
    ProductStockChanged: { keys, evolve: (_row, { data, at }, key) => rowWith(data.to, key, at) },
    ProductDeleted: { keys, evolve: () => undefined },
    ProductRestored: { keys, evolve: (_row, { data, at }, key) => rowWith(data.qty, key, at) },
  },
})
