import type { Kysely } from 'kysely'
import type { StopRuns } from '#core/async/periodically.ts'
import type { EventStore } from '#core/event-store/event-store.ts'
import type { ProjectionPositions } from '#core/http/responses/cached-read.ts'
import type { Route } from '#core/http/routing/route.ts'
import { unlimited, type Budgets } from '#core/http/security/budgets/budgets.ts'
import type { ReadModelOf } from '#core/module/manifest.ts'
import type { Log } from '#core/telemetry/log.ts'
import type { ProductSearchIndex } from './search/product-search-index.ts'
import { adminRoutes } from './admin/routes.ts'
import { pictureFetcher, type FetchPictures } from './import/fetch-pictures.ts'
import { importRoutes } from './import/routes.ts'
import type { FetchOptions } from './pictures/fetch/fetch-picture.ts'
import { listRoutes } from './list-routes.ts'
import type { catalogueManifest } from './manifest.ts'
import { managedQueries } from './admin/read-model.ts'
import { managedRoutes } from './admin/list-routes.ts'
import { offerCache, type FindOffers, type Offer } from './domain/offer-book.ts'
import { pictureStore } from './pictures/commands.ts'
import { deleteUnusedPictures } from './pictures/delete-unused.ts'
import { storeKeepingPictures } from './pictures/keep-used-pictures.ts'
import { pictureRoutes } from './pictures/routes.ts'
import { pictureTables } from './pictures/tables.ts'
import { productQueries, type ProductRow } from './read-model.ts'
import { resolveRoute } from './search/resolve/route.ts'
import type { GlanceOf } from './search/arranged.ts'
import { searchRoutes, type NoteWithoutHits } from './search/routes.ts'
import { compileSynonyms, liveWords, type StoredSynonym } from './search/words/live-words.ts'

export type CatalogueModule = {
  routes: Route[]
  findOffers: FindOffers
  /** The number of products on offer that are out of stock. */
  countOutOfStock: () => Promise<number>
  /** Which of these texts are the id of a product, in any writing. */
  findKnownCodes: (texts: readonly string[]) => Promise<ReadonlySet<string>>
  /** Deletes uploads that no product was saved with, until it is stopped. */
  deleteUnusedPictures: (log: Log) => StopRuns
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
  glanceOf: GlanceOf
  budgets: Pick<Budgets, 'take'>
  /** Whether the database's disk has room for pictures. */
  hasRoom: () => boolean
  /** The only hosts from which an import fetches pictures. */
  pictureHosts: readonly string[]
  log: Log
}

/** The catalogue: its routes, and the functions that other modules may call. */
export function catalogueModule(deps: Deps): CatalogueModule {
  const { db, searchIndex, positions, noteWithoutHits, glanceOf, pictureHosts } = deps
  const pictures = pictureTables(db)
  const { upload, storeFetched } = pictureStore({ ...deps, pictures })
  const store = catalogueStore(deps.store, db)
  const products = productQueries(db)
  const managed = managedQueries(db)
  const words = liveWords({ ...deps, stamp: () => positions.stamp('search-synonyms') })
  return {
    // Fixed paths must precede `/api/products/{id}`, which would match them too.
    routes: [
      ...searchRoutes({ index: searchIndex, words, noteWithoutHits, glanceOf }),
      resolveRoute({ index: searchIndex, words }),
      ...listRoutes(products),
      ...managedRoutes(managed),
      ...adminRoutes(store),
      ...importRoutes({ store, fetchPictures: pictureFetcher({ hosts: pictureHosts, storeFetched }), pictureHosts }),
      ...pictureRoutes({ store, pictures, upload }),
    ],
    deleteUnusedPictures: (log) => deleteUnusedPictures(pictures, log),
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

type ImportingDeps = { store: EventStore; db: Kysely<unknown> } & Pick<Deps, 'hasRoom' | 'pictureHosts'> & {
    /** How pictures are fetched, if not from the public internet. */
    fetching?: Omit<FetchOptions, 'hosts'>
  }

/** The dependencies of the operator's import, without budgets. */
export function importingDeps({ store, db, hasRoom, pictureHosts, fetching }: ImportingDeps): {
  store: EventStore
  fetchPictures: FetchPictures
} {
  const { storeFetched } = pictureStore({ pictures: pictureTables(db), budgets: unlimited, hasRoom })
  const fetchPictures = pictureFetcher({ ...fetching, hosts: pictureHosts, storeFetched })
  return { store: catalogueStore(store, db), fetchPictures }
}

/** The store for every command of the catalogue: it keeps the uploaded pictures that the products use. */
function catalogueStore(store: EventStore, db: Kysely<unknown>): EventStore {
  return storeKeepingPictures(store, pictureTables(db))
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
