import type { IndexDocument, SearchGeneration, SearchIndex } from '#core/search-index/search-index.ts'

/** What is searched: one product. Text comes from people and is never trusted as markup. */
export type SearchDocument = IndexDocument & {
  title: string
  brand: string
  company: string
  category: string
  /** Every collection it belongs to: its category and the top-level entry above. Lower case. */
  collections: string[]
  description: string
  featureDescription: string
  pricePaise: number
  /** Sorts `newest`: milliseconds since the epoch. */
  createdAt: number
  /** What a result list shows; stored with the document, not searched. */
  payload: Record<string, unknown>
}

export type SearchSort = 'relevance' | 'newest' | 'price-asc' | 'price-desc'

export type SearchFilters = {
  collection?: string | undefined
  brand?: string | undefined
  company?: string | undefined
  minPricePaise?: number | undefined
  maxPricePaise?: number | undefined
}

export type SearchQuery = {
  /** As typed; blank matches everything, signs alone match nothing. Mistakes, prefixes and word order are forgiven. */
  text: string
  filters: SearchFilters
  sort: SearchSort
  page: number
  size: number
}

export type SearchHit = {
  document: SearchDocument
  /** HTML-escaped text with the matched words in `<mark>`. */
  highlight: { title: string; description: string }
}

export type Facets = Record<'category' | 'brand' | 'company', Record<string, number>>

export type SearchResult = {
  hits: SearchHit[]
  total: number
  /** How many results each value would leave; a facet ignores its own filter, so that one can change one's mind. */
  facets: Facets
}

export type Suggestion = { document: SearchDocument; highlight: string }

export type ProductSearchGeneration = SearchGeneration<SearchDocument>

/** The port of the product search. One contract suite (`test/contracts/search-index.ts`) runs over every adapter. */
export interface ProductSearchIndex extends SearchIndex<SearchDocument> {
  search(query: SearchQuery): Promise<SearchResult>
  suggest(text: string, size: number): Promise<Suggestion[]>
  /** Documents of one company (as typed), newest first. */
  byCompany(company: string, page: number, size: number): Promise<{ documents: SearchDocument[]; total: number }>
  /** Those most like the given one: same category first, then words, brand and price; never itself. */
  similar(id: string, size: number): Promise<SearchDocument[]>
}
