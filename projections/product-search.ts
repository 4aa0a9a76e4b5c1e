import { defineProjection, type TypedEvent } from '#core/projections/projection.ts'
import { catalogueEvents, productIdOf, type ProductDetails } from '#modules/catalogue/domain/events.ts'
import {
  collectionsOf,
  modelNumberOf,
  withoutAlternativeTexts,
  type SearchDocument,
} from '#modules/catalogue/read-model.ts'

type Events = typeof catalogueEvents

const keys = (event: { stream: string }) => [productIdOf(event.stream)]

/** The documents of the product search, for full-text queries, filters, counts and sorting. */
export const productSearchProjection = defineProjection<SearchDocument, Events>(catalogueEvents, {
  name: 'product-search',
  version: 4,
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
          payload: { ...withoutAlternativeTexts(document.payload), ...data },
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
  const { sku = null, ...facts } = data
  return documentOf(facts, { id, sku, addedAt: at, position })
}

function restored({ data, position }: TypedEvent<Events, 'ProductRestored'>, id: string): SearchDocument {
  const { addedAt, ...facts } = data
  return documentOf(facts, { id, sku: importedSku(id), addedAt, position })
}

/** The form of the id of a product that an admin added. */
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The id of an imported product is its key in lower case, and keys have no small letters. */
function importedSku(id: string): string | null {
  return uuid.test(id) ? null : id.toUpperCase()
}

function documentOf(
  { pricePaise, qty, ...details }: Facts,
  { id, sku, addedAt, position }: Pick<SearchDocument, 'id' | 'sku' | 'position'> & { addedAt: string },
): SearchDocument {
  return {
    id,
    sku,
    ...searched(details),
    pricePaise,
    createdAt: Date.parse(addedAt) * 1_000 + position,
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
    modelNumber: modelNumberOf(details),
  }
}
