import { countNames, nameKey } from '../../text/names.ts'
import { nameOfFacet } from '../facet-names.ts'
import { quotedValue, type QueryResult, type IndexQuery } from '../reading.ts'
import { valuesOf, type Facets, type SearchFilters, type SearchSort, type Several } from '../../product-search-index.ts'

type FacetName = keyof Facets

const facetNames: readonly FacetName[] = ['category', 'brand', 'company']

const attributes: Record<FacetName, string> = {
  category: 'categoryName',
  brand: 'brandName',
  company: 'companyName',
}

/** Filter conditions, keyed by the facet that ignores them. */
type Conditions = Partial<Record<FacetName | 'price', string[]>>

export function conditionsOf({ collection, brand, company, minPricePaise, maxPricePaise }: SearchFilters): Conditions {
  const price = [
    ...(minPricePaise === undefined ? [] : [`pricePaise >= ${minPricePaise}`]),
    ...(maxPricePaise === undefined ? [] : [`pricePaise <= ${maxPricePaise}`]),
  ]
  return {
    ...(collection === undefined ? {} : { category: [anyOf('collections', collection, lowerCase)] }),
    ...(brand === undefined ? {} : { brand: [anyOf('brandKey', brand, nameKey)] }),
    ...(company === undefined ? {} : { company: [anyOf('companyKey', company, nameKey)] }),
    price,
  }
}

const lowerCase = (text: string) => text.toLowerCase()

function anyOf(attribute: string, wanted: Several, keyOf: (text: string) => string): string {
  return `${attribute} IN [${valuesOf(wanted)
    .map((value) => quotedValue(keyOf(value)))
    .join(', ')}]`
}

export function filterOf(conditions: Conditions, ignored?: FacetName): string[] {
  return Object.entries(conditions).flatMap(([name, filters]) => (name === ignored ? [] : filters))
}

/** One query per facet. It ignores the facet's own filter, so that the shopper sees the alternatives. */
export function facetQueries(
  { filter, ...query }: { filter: readonly string[] },
  conditions: Conditions,
): IndexQuery[] {
  return facetNames.map((name) => ({
    ...query,
    filter: [...filter, ...filterOf(conditions, name)],
    facets: [attributes[name]],
    attributesToRetrieve: [],
    size: 0,
  }))
}

/** Reads the results of `facetQueries`, in order. Counts names that differ only in case, accents or spaces as one. */
export function facetsOf(results: readonly QueryResult[]): Facets {
  const of = (name: FacetName) => merged(results[facetNames.indexOf(name)]?.facetDistribution?.[attributes[name]] ?? {})
  return { category: of('category'), brand: of('brand'), company: of('company') }
}

/** Each name once, in its most frequent spelling. */
function merged(counts: Readonly<Record<string, number>>): Record<string, number> {
  return countNames(Object.entries(counts).map(([value, count]) => ({ name: nameOfFacet(value), count })))
}

const newestFirst = ['createdAt:desc', 'id:asc']

const sorts: Record<SearchSort, string[] | undefined> = {
  relevance: undefined,
  newest: newestFirst,
  'price-asc': ['pricePaise:asc', ...newestFirst],
  'price-desc': ['pricePaise:desc', ...newestFirst],
}

export function sortOf(sort: SearchSort): { sort?: string[] } {
  const by = sorts[sort]
  return by === undefined ? {} : { sort: by }
}
