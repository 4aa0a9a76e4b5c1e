import { Type } from 'typebox'
import { Rejection } from '#core/domain/errors.ts'
import { pageOf, PageOf, PageQuery } from '#core/http/schemas/pagination.ts'
import { defineRoute, type Receiver, type Route } from '#core/http/routing/route.ts'
import { paiseFrom, paiseUpTo } from '#core/domain/money.ts'
import { nearestCollection } from './nearest/nearest-collection.ts'
import type { ProductSearchIndex } from './product-search-index.ts'
import type { SearchFilters, SearchResult } from './product-search-index.ts'
import { setApart } from './apart.ts'
import { arrangedHits, type GlanceOf } from './arranged.ts'
import { ProductParams } from '../list-routes.ts'
import { presentDocument, presentHit, presentSimilar, presentSuggestion } from '../present.ts'
import type { LiveWords } from './words/live-words.ts'
import type { SearchWords } from './words/search-words.ts'
import { FoundProduct, Product, SearchInput, SimilarProduct } from '../schema.ts'
import { AttributeFacets, Facets, GenericNames, Nearest, Suggestion, Suggestions } from './schema.ts'

const cachedBy = 'product-search'
/** What is found also depends on the synonyms. */
const foundBy = [cachedBy, 'search-synonyms']

/** Notes a search without filters that found nothing, each time that this is answered. Returns at once. */
export type NoteWithoutHits = (text: string, receiver: Receiver) => void

type SearchRouteDeps = {
  index: ProductSearchIndex
  words: LiveWords
  noteWithoutHits: NoteWithoutHits
  glanceOf: GlanceOf
}

/** The routes that the search index answers. */
export function searchRoutes(deps: SearchRouteDeps): Route[] {
  return [searchRoute(deps), suggestRoute(deps), suggestionsRoute(deps), companyRoute(deps.index), similarRoute(deps)]
}

const SearchPage = Type.Intersect([
  PageOf(FoundProduct),
  Type.Object({
    facets: Facets,
    attributeFacets: AttributeFacets,
    didYouMean: Type.Optional(
      Type.String({
        description: 'The text with its typing mistakes corrected, if it has any, or another that finds clearly more',
      }),
    ),
    foundAsTyped: Type.Optional(
      Type.Literal(true, { description: 'The products were found by the text as typed, not by `didYouMean`' }),
    ),
    genericNames: Type.Optional(GenericNames),
    nearest: Type.Optional(Nearest),
  }),
])

function searchRoute({ index, words, noteWithoutHits, glanceOf }: SearchRouteDeps): Route {
  return defineRoute({
    method: 'PUT',
    path: '/api/products/search',
    summary: 'Search the catalogue',
    description:
      'Tolerates typos, prefixes and any word order; finds codes in any format, and words of the trade in English and ' +
      'Hindi. A value with its unit (5 litre, 12 inch) puts the products with this value first. The facets ' +
      'count what each value would leave; the ' +
      'highlights are HTML in which everything but <mark> is escaped.',
    access: 'everyone',
    query: PageQuery,
    body: SearchInput,
    responses: { 200: SearchPage },
    reads: foundBy,
    cachedBy: foundBy,
    async handle({ query, body }) {
      const { text, sort = 'relevance' } = body
      const filters = filtersOf(body)
      const known = await words()
      const found = await index.search({ text: text.trim(), filters, sort, words: known, ...query })
      const { facets, attributeFacets, didYouMean, foundAsTyped, genericNames } = found
      const nearest = isWithoutHits(body, found) ? await nearestOf(index, text, known) : undefined
      const isRanked = sort === 'relevance' && text.trim() !== ''
      const shown = isRanked ? arrangedHits(found.hits, glanceOf) : found.hits.map(presentHit)
      const page = pageOf(shown, { ...query, totalElements: found.total })
      return {
        status: 200,
        body: { ...page, facets, attributeFacets, didYouMean, foundAsTyped, genericNames, nearest },
        ...(isWithoutHits(body, found) && { onSend: (receiver: Receiver) => noteWithoutHits(text, receiver) }),
      }
    },
  })
}

/** The newest product of the collection that is nearest to the text, or of all. */
async function nearestOf(index: ProductSearchIndex, text: string, words: SearchWords): Promise<Nearest | undefined> {
  const collection = nearestCollection(text, words)?.path
  const common = { text: '', sort: 'newest', page: 0, size: 1 } as const
  const { hits } = await index.search({ ...common, filters: { collection } })
  const [hit] = hits.length > 0 ? hits : (await index.search({ ...common, filters: {} })).hits
  return (
    hit && { ...(hits.length > 0 && collection !== undefined && { category: collection }), productId: hit.document.id }
  )
}

/** Whether it is the text that found nothing, and no filter. */
function isWithoutHits({ text, sort: _sort, ...filters }: SearchInput, { total }: SearchResult): boolean {
  return total === 0 && text.trim() !== '' && Object.values(filters).every((filter) => filter === undefined)
}

function filtersOf({ category, brand, company, minPrice, maxPrice, filters }: SearchInput): SearchFilters {
  return {
    collection: category,
    brand,
    company,
    minPricePaise: minPrice === undefined ? undefined : paiseFrom(minPrice),
    maxPricePaise: maxPrice === undefined ? undefined : paiseUpTo(maxPrice),
    attributes: filters,
  }
}

const SuggestQuery = Type.Object({
  text: Type.String({ maxLength: 10_000, examples: ['oxy'] }),
  size: Type.Integer({ minimum: 1, maximum: 20, default: 8 }),
})

function suggestRoute({ index, words }: SearchRouteDeps): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/products/suggest',
    summary: 'Search as you type',
    access: 'everyone',
    query: SuggestQuery,
    responses: { 200: Type.Array(Suggestion) },
    reads: foundBy,
    cachedBy: foundBy,
    async handle({ query }) {
      const { products } = await index.suggest({ ...query, text: query.text.trim(), words: await words() })
      return { status: 200, body: products.map(presentSuggestion) }
    },
  })
}

function suggestionsRoute({ index, words }: SearchRouteDeps): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/search/suggestions',
    summary: 'Search as you type, with categories and brands',
    description: 'Categories and brands are those that the text names, with typing mistakes or by a synonym, too.',
    access: 'everyone',
    query: SuggestQuery,
    responses: { 200: Suggestions },
    reads: foundBy,
    cachedBy: foundBy,
    async handle({ query }) {
      const found = await index.suggest({ ...query, text: query.text.trim(), words: await words() })
      return { status: 200, body: { ...found, products: found.products.map(presentSuggestion) } }
    },
  })
}

function companyRoute(index: ProductSearchIndex): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/products/company/{company}',
    summary: 'The products of one company, newest first',
    access: 'everyone',
    params: Type.Object({ company: Type.String({ maxLength: 200, examples: ['Aarogya Meditech'] }) }),
    query: PageQuery,
    responses: { 200: PageOf(Product) },
    reads: cachedBy,
    cachedBy,
    async handle({ params, query }) {
      const { documents, total } = await index.byCompany(params.company, query.page, query.size)
      return { status: 200, body: pageOf(documents.map(presentDocument), { ...query, totalElements: total }) }
    },
  })
}

/** The candidates more than requested, so that the last ones can be set apart too. */
const spareSimilar = 5

function similarRoute({ index, glanceOf }: SearchRouteDeps): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/products/product/{id}',
    summary: 'Products similar to one',
    description: 'The most similar first; products whose pictures look alike are set apart.',
    access: 'everyone',
    params: ProductParams,
    query: Type.Object({ size: Type.Integer({ minimum: 1, maximum: 50, default: 10 }) }),
    responses: { 200: Type.Array(SimilarProduct) },
    reads: cachedBy,
    cachedBy,
    async handle({ params, query }) {
      const [known] = await index.live().get([params.id])
      if (!known) throw new Rejection('not-found', 'There is no such product')
      const documents = await index.similar(params.id, query.size + spareSimilar)
      const products = setApart(documents.map(presentDocument), glanceOf)
      return { status: 200, body: products.slice(0, query.size).map(presentSimilar) }
    },
  })
}
