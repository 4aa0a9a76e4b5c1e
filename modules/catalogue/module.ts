import type { Kysely } from 'kysely'
import { coalesce } from '#core/coalesce.ts'
import type { EventStore } from '#core/event-store/event-store.ts'
import type { CommandContext } from '#core/handle-command.ts'
import type { Route } from '#core/http/route.ts'
import type { SearchIndex } from '#core/search-index/search-index.ts'
import { adminRoutes } from './admin-routes.ts'
import { importProduct } from './commands.ts'
import { importRoutes } from './import-routes.ts'
import { listRoutes } from './list-routes.ts'
import { managedQueries } from './managed-read-model.ts'
import { managedRoutes } from './managed-routes.ts'
import { productQueries, type ProductRow } from './read-model.ts'
import { searchRoutes } from './search-routes.ts'
import type { SupplierRow } from './supplier-row.ts'

/** A product as it can be ordered now; `pricePaise` exclusive of GST. */
export type Offer = {
  productId: string
  title: string
  company: string
  brand: string
  logoUrl: string
  pricePaise: number
}

export type CatalogueModule = {
  routes: Route[]
  /** What is on offer now, by product id; what is not there is not on offer. */
  findOffers: (productIds: readonly string[]) => Promise<ReadonlyMap<string, Offer>>
  /** Adds or revises the product of one row of a supplier's file. */
  importProduct: (row: SupplierRow, context: CommandContext) => Promise<'added' | 'changed' | 'unchanged'>
}

type Needs = { db: Kysely<unknown>; store: EventStore; searchIndex: SearchIndex }

/** The catalogue: its calls, and what other parts of the shop may ask of it. */
export function catalogueModule({ db, store, searchIndex }: Needs): CatalogueModule {
  const products = productQueries(db)
  return {
    // Fixed paths come before `/api/products/{id}`, which would match them too.
    routes: [
      ...searchRoutes(searchIndex),
      ...listRoutes(products),
      ...managedRoutes(managedQueries(db)),
      ...adminRoutes(store),
      ...importRoutes(store),
    ],
    // Many carts and orders ask at the same moment: they share one query.
    findOffers: coalesce(async (productIds) => {
      const rows = await products.byIds(productIds)
      return new Map(rows.map((row) => [row.product_id, offerOf(row)]))
    }),
    importProduct: (row, context) => importProduct(store, row, context),
  }
}

function offerOf({ product_id: productId, details, price_paise: pricePaise }: ProductRow): Offer {
  const { title, company, brand, logoUrl } = details
  return { productId, title, company, brand, logoUrl, pricePaise }
}
