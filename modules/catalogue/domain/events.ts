import { Type, type Static } from 'typebox'
import type { EventDefinitions } from '#core/event-store/event-definition.ts'
import { inCategory } from '#core/event-store/ownership/stream-category.ts'
import type { JsonObject } from '#core/event-store/event-store.ts'
import type { EventOf } from '#core/domain/decider.ts'

/** A product's descriptive data: everything but its price and stock. */
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
  /** The manufacturer's. Absent: derived from the texts (`modelNumberOf`). Empty: an admin entered that there is none. */
  modelNumber: Type.Optional(Type.String()),
  /** The alternative text of each picture. Absent: the title describes it. */
  logoAlt: Type.Optional(Type.String()),
  imgAlt1: Type.Optional(Type.String()),
  imgAlt2: Type.Optional(Type.String()),
  imgAlt3: Type.Optional(Type.String()),
})
export type ProductDetails = Static<typeof Details>

/** A product was added to the catalogue by the admin's form or by an import (`sku` is the supplier's key). */
const ProductAdded = Type.Object({
  ...Details.properties,
  pricePaise: Type.Integer(),
  qty: Type.Integer(),
  sku: Type.Optional(Type.String()),
})

/** The details changed. Carries all of them with their new values. */
const ProductDetailsChanged = Details

/** The price changed. In paise, exclusive of GST. */
const ProductPriceChanged = Type.Object({ from: Type.Integer(), to: Type.Integer() })

/** The admin or an import corrected the stock. */
const ProductStockChanged = Type.Object({ from: Type.Integer(), to: Type.Integer() })

/** The product was removed from the catalogue. Its history remains, and an admin can restore it. */
const ProductDeleted = Type.Object({})

/** An admin undid the deletion. Carries all facts, so that a read model that dropped the product can rebuild it. */
const ProductRestored = Type.Object({
  ...Details.properties,
  pricePaise: Type.Integer(),
  qty: Type.Integer(),
  /** ISO 8601, UTC: when it was first added. It returns to its old place in the lists rather than as the newest. */
  addedAt: Type.String(),
})

/** An id is a UUID for a product that an admin added, and the supplier's key in lower case for an imported one. */
const product = { name: 'product', id: /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/ }

/** Fields that every visitor of the shop can read. */
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
    'modelNumber',
    'logoAlt',
    'imgAlt1',
    'imgAlt2',
    'imgAlt3',
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

/** The id of an imported product is derived from its supplier's key. */
function importedIdIn({ sku }: JsonObject): string | undefined {
  return typeof sku === 'string' ? sku.toLowerCase() : undefined
}

const prefix = `${product.name}-`

/** The stream of one product, by its id. */
export function productStream(productId: string): string {
  return prefix + productId
}

/** The inverse of `productStream`. */
export function productIdOf(stream: string): string {
  return stream.slice(prefix.length)
}
