import { Type, type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import { nameKey, storable } from './document.ts'
import type { Query } from './query.ts'
import { score } from './score.ts'
import type { Plan } from './query-plan.ts'
import type { SearchFilters, SearchQuery, SearchSort } from '../product-search-index.ts'

const Counts = Type.Record(Type.String(), Type.Number())
const Page = Type.Object({
  /** The number of documents that the text matches, before any filter. */
  matched: Type.Number(),
  total: Type.Number(),
  documents: Type.Array(Type.Unknown()),
  facets: Type.Object({ category: Counts, brand: Counts, company: Counts }),
})
const page = Compile(Page)
export type Page = Static<typeof Page>

/** One page with its facets: of all documents, of those with all terms, or of those with the most terms. */
export type Search = {
  browse(query: SearchQuery): Promise<Page>
  findAll(query: SearchQuery, plan: Plan & { all: NonNullable<Plan['all']> }): Promise<Page>
  findMost(query: SearchQuery, plan: Plan): Promise<Page>
}

export function postgresSearch(query: Query): Search {
  async function run(text: string, values: readonly unknown[]): Promise<Page> {
    const [row] = await query(text, values)
    return page.Parse(row)
  }

  return {
    browse: (request) => run(browsing(request), paging(request)),
    findAll(request, { all, phrase }) {
      const values = [...paging(request), all.exact, all.loose, phrase, all.match]
      if (all.literal === undefined || request.sort !== 'relevance') return run(finding(request, withAllTerms), values)
      return run(finding(request, withAllTermsLiterallyFirst), [...values, all.literal])
    },
    findMost(request, { each, phrase }) {
      const matches = each.terms.map(({ match }) => match)
      const literal = each.terms.flatMap((term) => term.literal ?? [])
      const values = [...paging(request), each.exact, each.loose, phrase, matches, literal]
      return run(finding(request, withMostTerms), values)
    },
  }
}

const cheapest = Number.MIN_SAFE_INTEGER
const dearest = Number.MAX_SAFE_INTEGER

/** The parameters $1 to $7 of every search. */
function paging({ filters, page, size }: SearchQuery): unknown[] {
  return [
    filters.collection === undefined ? null : storable(filters.collection.toLowerCase()),
    filters.brand === undefined ? null : nameKey(filters.brand),
    filters.company === undefined ? null : nameKey(filters.company),
    filters.minPricePaise ?? cheapest,
    filters.maxPricePaise ?? dearest,
    size,
    page * size,
  ]
}

const orders: Record<SearchSort, string> = {
  relevance: 'literal desc, score desc, created_at desc, id',
  newest: 'created_at desc, id',
  'price-asc': 'price_paise, created_at desc, id',
  'price-desc': 'price_paise desc, created_at desc, id',
}

/** Flags the filters that each bucket passes. A facet counts the buckets that pass the filters of the other facets. */
const buckets = `shelves as materialized (
  select s.*, counted.n,
    ($1::text is null or s.collections @> array[$1::text]) as in_collection,
    ($2::text is null or s.brand_key = $2) as of_brand,
    ($3::text is null or s.company_key = $3) as of_company
  from counted join live.shelf s on s.id = counted.shelf
)`

const passing = 'in_collection and of_brand and of_company'

/** Each value once, in its most frequent spelling. */
function facet(name: 'category' | 'brand' | 'company', condition: string): string {
  return `'${name}', (select coalesce(json_object_agg(name, n), '{}') from (
    select (array_agg(name order by n desc, name collate "C"))[1] as name, sum(n)::int as n from (
      select ${name}_key as key, ${name} as name, sum(n) as n from shelves
      where ${condition} and ${name}_key <> '' group by ${name}_key, ${name}) as spellings
    group by key) as ${name}_counts)`
}

function answer(order: string): string {
  return `
    coalesce((select sum(n)::int from shelves where ${passing}), 0) as total,
    coalesce((
      select json_agg((select source from live.document d where d.id = page.id) order by ${order}) from page
    ), '[]') as documents,
    json_build_object(
      ${facet('category', 'of_brand and of_company')},
      ${facet('brand', 'in_collection and of_company')},
      ${facet('company', 'in_collection and of_brand')}) as facets`
}

/** The row filter. `coalesce` makes Postgres look the bucket up in a hash table instead of joining. */
function kept(filters: SearchFilters): string {
  const { collection, brand, company } = filters
  const hasBucket = [collection, brand, company].some((filter) => filter !== undefined)
  const bucket = hasBucket ? `coalesce(shelf in (select id from shelves where ${passing}), false)` : 'true'
  return `${bucket} and ${priced(filters)}`
}

function hasPrice({ minPricePaise, maxPricePaise }: SearchFilters): boolean {
  return minPricePaise !== undefined || maxPricePaise !== undefined
}

function priced(filters: SearchFilters): string {
  return hasPrice(filters) ? 'price_paise between $4 and $5' : '$4::bigint <= $5::bigint'
}

/** Without text and price filter, the buckets hold the counts, and the page is an index scan. */
function browsing({ filters, sort }: SearchQuery): string {
  const order = orders[sort === 'relevance' ? 'newest' : sort]
  const counted = hasPrice(filters)
    ? 'select shelf, count(*)::int as n from live.document where price_paise between $4 and $5 group by shelf'
    : 'select id as shelf, documents as n from live.shelf where documents > 0'
  return `with counted as (${counted}), ${buckets}, page as (
      select id, created_at, price_paise from live.document
      where ${kept(filters)} order by ${order} limit $6 offset $7)
    select 0 as matched, ${answer(order)}`
}

const relevance = score({ exact: '$8', loose: '$9', phrase: '$10' })
const irrelevance = 'case when $8::tsquery is null and $9::tsquery is null and $10::tsquery is null then 1 else 0 end'

type Matched = (points: string) => string

const withAllTerms: Matched = (points) => `matched as materialized (
    select d.id, d.shelf, d.price_paise, d.created_at, ${points} as score, true as literal
    from live.document d where d.words @@ $11::tsquery)`

const withAllTermsLiterallyFirst: Matched = (points) => `literally as materialized (
    select id from live.document where words @@ $12::tsquery
  ), matched as materialized (
    select d.id, d.shelf, d.price_paise, d.created_at, ${points} as score,
      coalesce(d.id in (select id from literally), false) as literal
    from live.document d where d.words @@ $11::tsquery)`

/** For when no document has every term: the documents with the most terms, literal matches first. */
const withMostTerms: Matched = (points) => `hit as materialized (
    select d.id, count(*) filter (where not is_literal) as terms, count(*) filter (where is_literal) as literal
    from (select unnest($11::text[]) as term, false as is_literal
          union all select unnest($12::text[]), true) as t
      join live.document d on d.words @@ t.term::tsquery
    group by d.id
  ), matched as materialized (
    select d.id, d.shelf, d.price_paise, d.created_at, ${points} as score, hit.literal
    from hit join live.document d on d.id = hit.id
    where hit.terms = (select max(terms) from hit))`

function finding({ filters, sort }: SearchQuery, matched: Matched): string {
  return `with ${matched(sort === 'relevance' ? relevance : irrelevance)}, counted as (
      select shelf, count(*)::int as n from matched where ${priced(filters)} group by shelf
    ), ${buckets}, page as (
      select * from matched where ${kept(filters)} order by ${orders[sort]} limit $6 offset $7)
    select (select count(*)::int from matched) as matched, ${answer(orders[sort])}`
}
