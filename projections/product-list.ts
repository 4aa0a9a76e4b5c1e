import { defineProjection, type TypedEvent } from '#core/projections/projection.ts'
import { catalogueEvents, productIdOf } from '#modules/catalogue/domain/events.ts'
import {
  blockOfPositions,
  modelNumberOf,
  searchedText,
  tagsOfChange,
  type ProductRow,
} from '#modules/catalogue/read-model.ts'

type Events = typeof catalogueEvents

const keys = (event: { stream: string }) => [productIdOf(event.stream)]

/** A fold that changes only some columns, the revision and the time. */
function changed<Event extends { stream: string; revision: number; at: string }>(
  change: (event: Event, row: ProductRow) => Partial<ProductRow>,
) {
  return {
    keys,
    evolve: (row: ProductRow | undefined, event: Event) =>
      row && { ...row, ...change(event, row), revision: event.revision, changed_at: event.at },
  }
}

/**
 * The products on offer, and the number of them in each category and each block of positions, for the pages of the
 * catalogue. A deleted product keeps its row with a negated `created_position`, so that it is restored to its former
 * place.
 */
export const productListProjection = defineProjection<ProductRow, Events>(catalogueEvents, {
  name: 'product-list',
  version: 7,
  rowsOf: 'one-stream',
  changedTags: tagsOfChange,
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
        changed_at: 'timestamptz not null',
      },
      indexes: [
        '(created_position desc)',
        '(category, created_position desc)',
        "(lower(details->>'title'), created_position)",
        "(lower(details->>'brand'), created_position)",
        "(lower(details->>'company'), created_position)",
        '(price_paise, created_position)',
        '(qty, created_position)',
        '(changed_at, created_position)',
        `using gin (${searchedText} gin_trgm_ops)`,
      ],
      totals: [
        { name: 'totals', by: 'category', where: 'created_position > 0' },
        { name: 'blocks', by: blockOfPositions, where: 'created_position > 0' },
      ],
    },
  },
  on: {
    ProductAdded: { keys, evolve: (_row, event, key) => added(event, key) },
    ProductDetailsChanged: changed(({ data }) => ({
      details: data,
      category: data.posttype.toLowerCase(),
      model_number: modelNumberOf(data),
    })),
    ProductPriceChanged: changed(({ data }) => ({ price_paise: data.to })),
    ProductStockChanged: changed(({ data }) => ({ qty: data.to })),
    ProductDeleted: changed((_event, row) => ({ created_position: -Math.abs(row.created_position) })),
    ProductRestored: changed((_event, row) => ({ created_position: Math.abs(row.created_position) })),
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
    changed_at: event.at,
  }
}
