import type { GenericName } from './query/generic-names.ts'
import type { SearchWords } from './words/search-words.ts'
import type { IndexDocument, SearchGeneration, SearchIndex } from '#core/search-index/search-index.ts'

/** The indexed form of one product. Its text is user input and must never be trusted as markup. */
export type SearchDocument = IndexDocument & {
  title: string
  brand: string
  company: string
  category: string
  /** Its category and the top-level collection above it. Lower case. */
  collections: string[]
  description: string
  featureDescription: string
  /** The supplier's key; `null` for a product that an admin added. */
  sku: string | null
  /** The manufacturer's; `null` where it is unknown. */
  modelNumber: string | null
  pricePaise: number
  /**
   * The sort key of `newest`: microseconds since the epoch, plus the position of the event. Products that were added in
   * the same millisecond, such as by an import, therefore have the order of the log, as in the product list.
   */
  createdAt: number
  /** Data for the result list: stored, but not searched. */
  payload: Record<string, unknown>
}

export type SearchSort = 'relevance' | 'newest' | 'price-asc' | 'price-desc'

/** One value, or several of which one must match. */
export type Several = string | readonly string[]

export function valuesOf(wanted: Several): readonly string[] {
  return typeof wanted === 'string' ? [wanted] : wanted
}

export type SearchFilters = {
  collection?: Several | undefined
  brand?: Several | undefined
  company?: Several | undefined
  minPricePaise?: number | undefined
  maxPricePaise?: number | undefined
  /** By the name of an attribute (`document/attributes.ts`): one of these values, or a number from `min` to `max`. */
  attributes?: Readonly<Record<string, readonly string[] | NumberRange>> | undefined
}

export type NumberRange = { min?: number; max?: number }

export type SearchQuery = {
  /** As typed. Blank matches everything, punctuation alone nothing. Tolerates typos, prefixes and any word order. */
  text: string
  filters: SearchFilters
  sort: SearchSort
  /** The synonyms to search by; none if omitted. */
  words?: SearchWords | undefined
  page: number
  size: number
}

/** As for a search. */
export type SuggestQuery = Pick<SearchQuery, 'text' | 'size' | 'words'>

export type SearchHit = {
  document: SearchDocument
  /** The same for neighbours that fit the text equally well, or that were not ranked. */
  tier: string
  /** HTML-escaped text with the matched words in `<mark>`. */
  highlight: { title: string; description: string }
}

export type Facets = Record<'category' | 'brand' | 'company', Record<string, number>>

type ValueFacet = { values: Record<string, number> }
type NumberFacet = { min: number; max: number; count: number }

/** By the name of an attribute: its values with their counts, its least and greatest number, or both. */
export type AttributeFacets = Record<string, ValueFacet | NumberFacet | (ValueFacet & NumberFacet)>

export type SearchResult = {
  hits: SearchHit[]
  total: number
  /** The number of results per value. A facet ignores its own filter, so that the shopper sees the alternatives. */
  facets: Facets
  /** The attributes that divide the results, if these are few enough to be narrowed by them. */
  attributeFacets: AttributeFacets
  /** The text with its typos corrected, or another one that finds clearly more; absent if there is none. */
  didYouMean?: string
  /** Set if the products were found by the text as typed, not by `didYouMean`. */
  foundAsTyped?: true
  /** The brands of medicines in the text; absent if there are none. */
  genericNames?: readonly GenericName[]
}

export type Suggestion = { document: SearchDocument; highlight: string }

export type Suggestions = {
  products: Suggestion[]
  /** The paths of the collections that the text names. */
  categories: string[]
  /** The brands among the products that the text names. */
  brands: string[]
}

export type ProductSearchGeneration = SearchGeneration<SearchDocument>

/** The port of the product search. One contract suite (`test/contracts/search-index.ts`) runs over every adapter. */
export interface ProductSearchIndex extends SearchIndex<SearchDocument> {
  search(query: SearchQuery): Promise<SearchResult>
  suggest(query: SuggestQuery): Promise<Suggestions>
  /** The documents whose id, SKU or model number is one of these, in any writing; at most 1,000, in no order. */
  byCodes(codes: readonly string[]): Promise<SearchDocument[]>
  /** The documents of one company, newest first. `company` is as typed. */
  byCompany(company: string, page: number, size: number): Promise<{ documents: SearchDocument[]; total: number }>
  /** The documents most similar to `id`, without it: same category first, then by words, brand and price. */
  similar(id: string, size: number): Promise<SearchDocument[]>
}
