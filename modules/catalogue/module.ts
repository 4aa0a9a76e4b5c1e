import type { Kysely } from 'kysely'
import type { EventStore } from '#core/event-store/event-store.ts'
import type { ProjectionPositions } from '#core/http/responses/cached-read.ts'
import type { Route } from '#core/http/routing/route.ts'
import type { ReadModelOf } from '#core/module/manifest.ts'
import type { Log } from '#core/telemetry/log.ts'
import type { ProductSearchIndex } from './search/product-search-index.ts'
import { adminRoutes } from './admin/routes.ts'
import { importRoutes } from './import/routes.ts'
import { listRoutes } from './list-routes.ts'
import type { catalogueManifest } from './manifest.ts'
import { managedQueries } from './admin/read-model.ts'
import { managedRoutes } from './admin/list-routes.ts'
import { offerCache, type FindOffers, type Offer } from './domain/offer-book.ts'
import { productQueries, type ProductRow } from './read-model.ts'
import { resolveRoute } from './search/resolve/route.ts'
import { searchRoutes, type NoteWithoutHits } from './search/routes.ts'
import { compileSynonyms, liveWords, type StoredSynonym } from './search/words/live-words.ts'

export type CatalogueModule = {
  routes: Route[]
  findOffers: FindOffers
  /** The number of products on offer of which there is none left. */
  countOutOfStock: () => Promise<number>
  /** Which of these texts are the id of a product, in any writing. */
  findKnownCodes: (texts: readonly string[]) => Promise<ReadonlySet<string>>
  /** The first ten hits of a text, if the search used exactly these synonyms. */
  previewSearch: (text: string, synonyms: readonly StoredSynonym[]) => Promise<PreviewedHit[]>
}

type PreviewedHit = { id: string; title: string; posttype: string }

type Deps = {
  db: Kysely<unknown>
  store: EventStore
  searchIndex: ProductSearchIndex
  positions: Pick<ProjectionPositions, 'stamp'>
  findSynonyms: () => Promise<readonly StoredSynonym[]>
  noteWithoutHits: NoteWithoutHits
  log: Log
}

/** The catalogue: its routes, and the functions that other modules may call. */
export function catalogueModule(deps: Deps): CatalogueModule {
  const { db, store, searchIndex, positions, noteWithoutHits } = deps
  const products = productQueries(db)
  const managed = managedQueries(db)
  const words = liveWords({ ...deps, stamp: () => positions.stamp('search-synonyms') })
  return {
    // Fixed paths must precede `/api/products/{id}`, which would match them too.
    routes: [
      ...searchRoutes({ index: searchIndex, words, noteWithoutHits }),
      resolveRoute({ index: searchIndex, words }),
      ...listRoutes(products),
      ...managedRoutes(managed),
      ...adminRoutes(store),
      ...importRoutes(store),
    ],
    previewSearch: previewOf(searchIndex),
    countOutOfStock: () => managed.countOutOfStock(),
    findKnownCodes: (texts) => products.knownIds(texts),
    findOffers: offerCache({
      find: async (productIds) =>
        new Map((await products.byIds(productIds)).map((row) => [row.product_id, offerOf(row)])),
      stamp: () => positions.stamp('product-list' satisfies ReadModelOf<typeof catalogueManifest>),
    }),
  }
}

function previewOf(index: ProductSearchIndex): CatalogueModule['previewSearch'] {
  return async (text, synonyms) => {
    const words = compileSynonyms(synonyms, 'preview')
    const { hits } = await index.search({ text, filters: {}, sort: 'relevance', words, page: 0, size: 10 })
    return hits.map(({ document: { id, title, category } }) => ({ id, title, posttype: category }))
  }
}

function offerOf({ product_id: productId, details, price_paise: pricePaise }: ProductRow): Offer {
  const { title, company, brand, logoUrl } = details
  return { productId, title, company, brand, logoUrl, pricePaise }
}
