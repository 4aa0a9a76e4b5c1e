/** What is searched: one product. Text comes from people and is never trusted as markup. */
export type SearchDocument = {
  id: string
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
  /** The position of the event that last changed it: folding an older event again changes nothing. */
  position: number
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
  /** As typed; blank matches everything, signs alone match nothing. Mistakes, prefixes and word order are forgiven (contract §2). */
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

/** One generation of the index: the live one, or one that is being built beside it. */
export interface SearchGeneration {
  /** Confirms only when the documents can be found. */
  put(documents: readonly SearchDocument[]): Promise<void>
  remove(ids: readonly string[]): Promise<void>
  get(ids: readonly string[]): Promise<SearchDocument[]>
  count(): Promise<number>
  /** To be called when all is in, before it becomes live: what its searches need to be quick from the first one on. */
  settle(): Promise<void>
  /** Every document in order of id, for `verify`. */
  all(): AsyncIterable<SearchDocument>
  /** Which of these are kept otherwise than `put` keeps them: somebody has changed what searches go by. For `verify`. */
  misfiled(ids: readonly string[]): Promise<string[]>
}

/** The port of the product search. One contract suite (`test/contracts/search-index.ts`) runs over every adapter. */
export interface SearchIndex {
  /** Makes an empty live generation if there is none that this version of the shop can read; says whether it did. */
  prepare(): Promise<'kept' | 'made'>
  live(): SearchGeneration
  search(query: SearchQuery): Promise<SearchResult>
  suggest(text: string, size: number): Promise<Suggestion[]>
  /** Documents of one company (as typed), newest first. */
  byCompany(company: string, page: number, size: number): Promise<{ documents: SearchDocument[]; total: number }>
  /** Those most like the given one: same category first, then words, brand and price; never itself. */
  similar(id: string, size: number): Promise<SearchDocument[]>
  /** An empty generation beside the live one; an unfinished older one is dropped. */
  buildBeside(): Promise<SearchGeneration>
  /** What `buildBeside` made and `swap` has not taken yet, with all that was put into it; by whichever process. */
  unfinishedBeside(): Promise<SearchGeneration | undefined>
  /** Makes the one built beside live, in one step; the old one stays until the next `buildBeside`. */
  swap(): Promise<void>
  /** Brings back what `swap` replaced, and keeps what it replaces itself: done twice, nothing has changed. */
  swapBack(): Promise<void>
  /** Throws EngineUnavailable when it does not answer. */
  ping(): Promise<void>
  close(): Promise<void>
}
