import type { Request } from '../../finder.ts'
import type { SearchFilters, SearchSort } from '../../product-search-index.ts'
import { rowVersion } from '../row-version.ts'
import type { Matched } from './matched.ts'
import { amount, roughlyOrdered, roughOrder } from './rough-order.ts'

const orders: Record<Exclude<SearchSort, 'relevance'>, string> = {
  newest: 'created_at desc, id',
  'price-asc': 'price_paise, created_at desc, id',
  'price-desc': 'price_paise desc, created_at desc, id',
}

/** Flags the filters that each bucket passes. A facet counts the buckets that pass the filters of the other facets. */
const buckets = `buckets as materialized (
  select s.*, counted.n,
    ($1::text[] is null or s.collections && $1::text[]) as in_collection,
    ($2::text[] is null or s.brand_key = any($2::text[])) as of_brand,
    ($3::text[] is null or s.company_key = any($3::text[])) as of_company
  from counted join live.shelf s on s.id = counted.shelf
)`

const passing = 'in_collection and of_brand and of_company'

/** Each value once, in its most frequent spelling. */
function facet(name: 'category' | 'brand' | 'company', spellings: string): string {
  return `'${name}', (select coalesce(json_object_agg(name, n), '{}') from (
    select (array_agg(name order by n desc, name collate "C"))[1] as name, sum(n)::int as n
    from (${spellings}) as spellings group by key) as ${name}_counts)`
}

function facetOfBuckets(name: 'category' | 'brand' | 'company', condition: string): string {
  return facet(
    name,
    `select ${name}_key as key, ${name} as name, sum(n) as n from buckets
      where ${condition} and ${name}_key <> '' group by ${name}_key, ${name}`,
  )
}

function counts(order: string): string {
  return `
    coalesce((select sum(n)::int from buckets where ${passing}), 0) as total,
    ${documents(order)},
    json_build_object(
      ${facetOfBuckets('category', 'of_brand and of_company')},
      ${facetOfBuckets('brand', 'in_collection and of_company')},
      ${facetOfBuckets('company', 'in_collection and of_brand')}) as facets, null::json as numbered`
}

function numbers(name: 'category' | 'brand' | 'company'): string {
  return `'${name}', (select coalesce(json_agg(json_build_array(id::text, n)), '[]')
    from (select ${name}_id as id, count(*)::int as n from counted group by ${name}_id) as ${name}_counts)`
}

/**
 * Like `counts`, where only the price is filtered: counts by the numbers of the names, which needs no buckets, and
 * returns no counts if the window has all results.
 */
function countsOfAll(order: string): string {
  return `
    (select count(*)::int from counted) as total,
    ${documents(order)},
    null::json as facets,
    case when (select n from amount) > $6 then json_build_object(
      'generation', (select tableoid::text from matched limit 1),
      ${numbers('category')}, ${numbers('brand')}, ${numbers('company')}) end as numbered`
}

function documents(order: string): string {
  return `coalesce((
      select json_agg((select source from live.document d where d.id = page.id) order by ${order}) from page
    ), '[]') as documents`
}

/** Names the parameters that are not needed without filters. */
const noBuckets = 'num_nulls($1::text[], $2::text[], $3::text[]) = 3'

function hasBucket({ collection, brand, company }: SearchFilters): boolean {
  return [collection, brand, company].some((filter) => filter !== undefined)
}

/** The row filter. `coalesce` makes Postgres look the bucket up in a hash table instead of joining. */
function filterCondition(filters: SearchFilters): string {
  const bucket = hasBucket(filters) ? `coalesce(shelf in (select id from buckets where ${passing}), false)` : 'true'
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
      where ${filterCondition(filters)} order by ${order} limit $7 offset $8)
    select $6::int * 0 as matched, true as is_good, '[]'::json as best, ${counts(order)}`
}

/** The heads of the rows of `matched`, read one by one by their place: `offset` keeps the planner from reading all. */
const headsOfMatched = 'matched m, lateral (select head from live.document where ctid = m.place offset 0) as d'

/** What is found. `noun` and `code` are the numbers of the parameters that decide whether it is good: one row is enough. */
function found(noun: number, code: number): string {
  const isGood = `d.head @@ $${noun}::tsquery or d.head @@ $${code}::tsquery`
  return `(select n from amount) as matched,
    $${noun}::tsquery is null or exists (select from ${headsOfMatched} where ${isGood}) as is_good,
    coalesce((select json_agg(${rowVersion('best')}) from best), '[]') as best`
}

/**
 * The numbers of the parameters after those of `matched`: the noun and the code; for a rank, also exact, loose, preferred,
 * named and all.
 */
function numbered(matched: Matched, first: number) {
  const noun = first + matched.count
  return {
    noun,
    code: noun + 1,
    exact: noun + 2,
    loose: noun + 3,
    preferred: noun + 4,
    named: noun + 5,
    all: noun + 6,
  }
}

/** Parameters: those of `paging`, then those of the plan. */
export function finding({ filters, sort }: Request, matched: Matched): string {
  const { noun, ...numbers } = numbered(matched, 9)
  const order = sort === 'relevance' ? roughOrder : orders[sort]
  const ordered =
    sort === 'relevance'
      ? roughlyOrdered(numbers, filterCondition(filters), '$6')
      : `best as (select * from matched limit $6), ordered as (select * from matched where ${filterCondition(filters)})`
  const counted = hasBucket(filters)
    ? `counted as (select shelf, count(*)::int as n from matched where ${priced(filters)} group by shelf), ${buckets}`
    : `counted as not materialized (select * from matched where ${priced(filters)} and ${noBuckets})`
  return `with ${matched.sql('words', 9)}, ${amount}, ${counted}, ${ordered}, page as (
      select * from ordered order by ${order} limit $7 offset $8)
    select ${found(noun, numbers.code)}, ${hasBucket(filters) ? counts(order) : countsOfAll(order)}`
}

/** Parameters: the number of documents to rank, then those of the plan. */
export function suggesting(matched: Matched): string {
  const { noun, ...numbers } = numbered(matched, 2)
  return `with ${matched.sql('head', 2)}, ${amount}, ${roughlyOrdered(numbers, 'true', '$1')}
    select ${found(noun, numbers.code)}, 0 as total, '[]'::json as documents,
      '{"category": {}, "brand": {}, "company": {}}'::json as facets, null::json as numbered`
}

const memberColumns = `d.price_paise, ${rowVersion('d')} as version, s.collections`

const passesFilters = `($1::text[] is null or s.collections && $1::text[])
      and ($2::text[] is null or s.brand_key = any($2::text[]))
      and ($3::text[] is null or s.company_key = any($3::text[])) and d.price_paise between $4 and $5`

/** Every document that the text matches and the filters pass. Parameters: those of the filters, then of `matched`. */
export function matchedMembers(matched: Matched): string {
  return `with ${matched.sql('words', 6)}
    select ${memberColumns} from matched m join live.document d on d.id = m.id join live.shelf s on s.id = d.shelf
    where ${passesFilters}`
}

/** The same without a text. */
export const everyMember = `select ${memberColumns} from live.document d join live.shelf s on s.id = d.shelf
    where ${passesFilters}`
