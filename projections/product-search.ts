import { defineProjection, type TypedEvent } from '#core/projections/projection.ts'
import { catalogueEvents, productIdOf, type ProductDetails } from '#modules/catalogue/domain/events.ts'
import { collectionsOf, type SearchDocument } from '#modules/catalogue/read-model.ts'

type Events = typeof catalogueEvents

const keys = (event: { stream: string }) => [productIdOf(event.stream)]

/** The documents of the product search, for full-text queries, filters, counts and sorting. */
export const productSearchProjection = defineProjection<SearchDocument, Events>(catalogueEvents, {
  name: 'product-search',
  version: 1,
  rowsOf: 'one-stream',
  sink: { kind: 'search' },
  on: {
    ProductAdded: { keys, evolve: (_document, event, key) => added(event, key) },
    ProductDetailsChanged: {
      keys,
      evolve: (document, { data, position }) =>
        document && {
          ...document,
          ...searched(data),
          payload: { ...document.payload, ...data },
          position,
        },
    },
    ProductPriceChanged: {
      keys,
      evolve: (document, { data, position }) => document && { ...document, pricePaise: data.to, position },
    },
    ProductStockChanged: {
      keys,
      evolve: (document, { data, position }) =>
        document && { ...document, payload: { ...document.payload, qty: data.to }, position },
    },
    ProductDeleted: { keys, evolve: () => undefined },
    ProductRestored: { keys, evolve: (_document, event, key) => restored(event, key) },
  },
})

type Facts = ProductDetails & { pricePaise: number; qty: number }

function added({ data, at, position }: TypedEvent<Events, 'ProductAdded'>, id: string): SearchDocument {
  const { sku: _sku, ...facts } = data
  return documentOf(facts, { id, addedAt: at, position })
}

function restored({ data, position }: TypedEvent<Events, 'ProductRestored'>, id: string): SearchDocument {
  const { addedAt, ...facts } = data
  return documentOf(facts, { id, addedAt, position })
}

function documentOf(
  { pricePaise, qty, ...details }: Facts,
  { id, addedAt, position }: { id: string; addedAt: string; position: number },
): SearchDocument {
  return {
    id,
    ...searched(details),
    pricePaise,
    createdAt: Date.parse(addedAt),
    payload: { ...details, qty, createDate: addedAt },
    position,
  }
}

function searched(details: ProductDetails) {
  return {
    title: details.title,
    brand: details.brand,
    company: details.company,
    category: details.posttype.toLowerCase(),
    collections: collectionsOf(details.posttype),
    description: details.description,
    featureDescription: details.featureDescription,
  }
}
