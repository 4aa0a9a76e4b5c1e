import { Type, type Static } from 'typebox'
import type { EventDefinitions } from '#core/event-store/event-definition.ts'
import { inCategory } from '#core/event-store/ownership/stream-category.ts'
import type { JsonObject } from '#core/event-store/event-store.ts'
import type { EventOf } from '#core/domain/decider.ts'

/** What is said about a product, apart from its price and stock. */
const Details = Type.Object({
  title: Type.String(),
  company: Type.String(),
  brand: Type.String(),
  lookupType: Type.String(),
  posttype: Type.String(),
  description: Type.String(),
  featureDescription: Type.String(),
  logoUrl: Type.String(),
  imgUrl1: Type.String(),
  imgUrl2: Type.String(),
  imgUrl3: Type.String(),
})
export type ProductDetails = Static<typeof Details>

/** A product joined the catalogue, by the admin's form or by an import (`sku` is the supplier's key). */
const ProductAdded = Type.Object({
  ...Details.properties,
  pricePaise: Type.Integer(),
  qty: Type.Integer(),
  sku: Type.Optional(Type.String()),
})

/** What is said about it changed; carries all details as they are now. */
const ProductDetailsChanged = Details

/** It costs something else from now on; in paise, exclusive of GST. */
const ProductPriceChanged = Type.Object({ from: Type.Integer(), to: Type.Integer() })

/** The admin counted the stock again. */
const ProductStockChanged = Type.Object({ from: Type.Integer(), to: Type.Integer() })

/** It left the catalogue; its history stays, and an admin can bring it back. */
const ProductDeleted = Type.Object({})

/** An admin took its deletion back. Carries everything as it is again, so that a reader that forgot it knows it again. */
const ProductRestored = Type.Object({
  ...Details.properties,
  pricePaise: Type.Integer(),
  qty: Type.Integer(),
  /** ISO 8601, UTC: when it first joined the catalogue, for it comes back to its old place, not as news. */
  addedAt: Type.String(),
})

/** Ids are UUIDs of products that an admin added, and suppliers' keys in lower case of those that were imported. */
const product = { name: 'product', id: /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/ }

/** Whoever visits the shop reads it. */
const published = {
  'Published in the catalogue.': [
    'title',
    'company',
    'brand',
    'lookupType',
    'posttype',
    'description',
    'featureDescription',
    'logoUrl',
    'imgUrl1',
    'imgUrl2',
    'imgUrl3',
  ],
}

export const catalogueEvents = inCategory(product, {
  ProductAdded: {
    version: 1,
    schema: ProductAdded,
    notPersonal: { ...published, 'The key of the supplier’s product.': ['sku'] },
    idIn: importedIdIn,
  },
  ProductDetailsChanged: { version: 1, schema: ProductDetailsChanged, notPersonal: published },
  ProductPriceChanged: { version: 1, schema: ProductPriceChanged },
  ProductStockChanged: { version: 1, schema: ProductStockChanged },
  ProductDeleted: { version: 1, schema: ProductDeleted },
  ProductRestored: {
    version: 1,
    schema: ProductRestored,
    notPersonal: { ...published, 'A time by the shop’s clock.': ['addedAt'] },
  },
}) satisfies EventDefinitions

export type ProductEvent = EventOf<typeof catalogueEvents>

/** An imported product is named after its supplier's key. */
function importedIdIn({ sku }: JsonObject): string | undefined {
  return typeof sku === 'string' ? sku.toLowerCase() : undefined
}

const prefix = `${product.name}-`

/** The stream of one product, by its id. */
export function productStream(productId: string): string {
  return prefix + productId
}

/** The product's id; of a stream that `productStream` has named. */
export function productIdOf(stream: string): string {
  return stream.slice(prefix.length)
}
