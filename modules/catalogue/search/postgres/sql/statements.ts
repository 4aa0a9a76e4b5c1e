import type { Request } from '../../search-in.ts'
import type { SearchFilters, SearchSort } from '../../product-search-index.ts'
import { mostMatched } from './most.ts'
import { rowVersion } from '../profiles.ts'
import { score } from './score.ts'

const orders: Record<SearchSort, string> = {
  relevance: 'score desc, created_at desc, id',
  newest: 'created_at desc, id',
  'price-asc': 'price_paise, created_at desc, id',
  'price-desc': 'price_paise desc, created_at desc, id',
}

/** Flags the filters that each bucket passes. A facet counts the buckets that pass the filters of the other facets. */
const buckets = `shelves as materialized (
  select s.*, counted.n,
    ($1::text[] is null or s.collections && $1::text[]) as in_collection,
    ($2::text[] is null or s.brand_key = any($2::text[])) as of_brand,
    ($3::text[] is null or s.company_key = any($3::text[])) as of_company
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

function counts(order: string): string {
  return `
    coalesce((select sum(n)::int from shelves where ${passing}), 0) as total,
    ${documents(order)},
    json_build_object(
      ${facet('category', 'of_brand and of_company')},
      ${facet('brand', 'in_collection and of_company')},
      ${facet('company', 'in_collection and of_brand')}) as facets`
}

function documents(order: string): string {
  return `coalesce((
      select json_agg((select source from live.document d where d.id = page.id) order by ${order}) from page
    ), '[]') as documents`
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
export function browsing({ filters, sort }: Request): string {
  const order = orders[sort === 'relevance' ? 'newest' : sort]
  const counted = hasPrice(filters)
    ? 'select shelf, count(*)::int as n from live.document where price_paise between $4 and $5 group by shelf'
    : 'select id as shelf, documents as n from live.shelf where documents > 0'
  return `with counted as (${counted}), ${buckets}, page as (
      select id, created_at, price_paise from live.document
      where ${kept(filters)} order by ${order} limit $7 offset $8)
    select $6::int * 0 as matched, true as is_good, '[]'::json as best, ${counts(order)}`
}

/** How the matching documents are found: in which column, and by which parameters. */
type Matching = { column: 'words' | 'head'; isRanked: boolean; first: number }

/** The named query `matched`. Its parameters are those of `planParameters`, from number `first` on. */
export type Matched = (matching: Matching) => string

/** The rough rank. An order that does not need it gets a number that takes the same parameters. */
function points({ isRanked, first }: Matching): string {
  const [exact, loose, code, preferred] = [first, first + 1, first + 2, first + 3].map((number) => `$${number}`)
  const all = [exact, loose, code, preferred].map((parameter) => `${parameter}::tsquery`)
  if (!isRanked) return `case when coalesce(${all.join(', ')}) is null then 1 else 0 end`
  return score({ exact: `${exact}`, loose: `${loose}`, code: `${code}`, preferred: `${preferred}` })
}

export const withAll: Matched = (matching) => `matched as materialized (
    select d.id, d.shelf, d.price_paise, d.created_at, d.tableoid, d.xmin, ${points(matching)} as score,
      $${matching.first + 4}::tsquery is null or d.head @@ $${matching.first + 4}
        or coalesce(d.head @@ $${matching.first + 2}, false) as is_good
    from live.document d where d.${matching.column} @@ $${matching.first + 5}::tsquery ${limit(matching)})`

/** For when no good document has every segment: the documents with the most important ones. */
export const withMost: Matched = (
  matching,
) => `${mostMatched(matching.column, matching.first + 5)}, matched as materialized (
    select d.id, d.shelf, d.price_paise, d.created_at, d.tableoid, d.xmin, ${points(matching)} as score,
      $${matching.first + 4}::tsquery is null as is_good
    from hit join live.document d on d.id = hit.id
    where hit.weight > (select max(weight) from hit) - 0.001 ${limit(matching)})`

/** The number of suggested products that are ranked. A prefix of many words matches more; any of them will do. */
const maxSuggested = 1_000

function limit({ column }: Matching): string {
  return column === 'head' ? `limit ${maxSuggested}` : ''
}

const found = `(select count(*)::int from matched) as matched,
    coalesce((select bool_or(is_good) from matched), false) as is_good,
    coalesce((select json_agg(json_build_array(id, created_at, ${rowVersion('best')})) from best), '[]') as best`

/** Parameters: those of `paging`, then those of the plan. */
export function finding({ filters, sort }: Request, matched: Matched): string {
  const order = orders[sort]
  return `with ${matched({ column: 'words', isRanked: sort === 'relevance', first: 9 })}, counted as (
      select shelf, count(*)::int as n from matched where ${priced(filters)} group by shelf
    ), ${buckets}, best as (
      select id, created_at, tableoid, xmin from matched where ${kept(filters)} order by ${orders.relevance} limit $6
    ), page as (
      select * from matched where ${kept(filters)} order by ${order} limit $7 offset $8)
    select ${found}, ${counts(order)}`
}

/** Parameters: the number of documents to rank, then those of the plan. */
export function suggesting(matched: Matched): string {
  return `with ${matched({ column: 'head', isRanked: true, first: 2 })}, best as (
      select id, created_at, tableoid, xmin from matched order by ${orders.relevance} limit $1)
    select ${found}, 0 as total, '[]'::json as documents,
      '{"category": {}, "brand": {}, "company": {}}'::json as facets`
}

const memberColumns = `d.id, d.created_at, d.price_paise, ${rowVersion('d')} as version,
    s.category, s.brand, s.company, s.collections`

const passesFilters = `($1::text[] is null or s.collections && $1::text[])
      and ($2::text[] is null or s.brand_key = any($2::text[]))
      and ($3::text[] is null or s.company_key = any($3::text[])) and d.price_paise between $4 and $5`

/** Every document that the text matches and the filters pass. Parameters: those of the filters, then of the plan. */
export function matchedMembers(matched: Matched): string {
  return `with ${matched({ column: 'words', isRanked: false, first: 6 })}
    select ${memberColumns} from matched m join live.document d on d.id = m.id join live.shelf s on s.id = d.shelf
    where ${passesFilters}`
}

/** The same without a text. */
export const everyMember = `select ${memberColumns} from live.document d join live.shelf s on s.id = d.shelf
    where ${passesFilters}`
