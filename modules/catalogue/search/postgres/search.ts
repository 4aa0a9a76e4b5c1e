import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Plan } from '../query/plan.ts'
import type { Member } from '../filter/members.ts'
import { windowSize, type Finder, type Finding, type Matching, type Request } from '../finder.ts'
import { valuesOf, type SearchFilters, type Several } from '../product-search-index.ts'
import { storedDocument } from '../stored-document.ts'
import { storable } from './document.ts'
import { countEach, nameKey } from '../text/names.ts'
import { mostParameters } from './sql/most.ts'
import { Numbered, type FacetNames } from './facet-names.ts'
import { idOf } from './row-version.ts'
import type { Row, RowReader, Rows } from './rows.ts'
import type { Query } from './query.ts'
import { withAll, withMost, type Matched } from './sql/matched.ts'
import { browsing, everyMember, finding, matchedMembers, suggesting } from './sql/statements.ts'
import { optionalTsquery, tsquery } from './sql/tsquery.ts'
import { postgresVocabulary } from './vocabulary/vocabulary.ts'
import type { WordList } from './vocabulary/word-list.ts'

const Counts = Type.Record(Type.String(), Type.Number())
const FindingRow = Type.Object({
  matched: Type.Number(),
  is_good: Type.Boolean(),
  total: Type.Number(),
  /** Null where they are given by `numbered`, or where the window has all results. */
  facets: Type.Union([Type.Object({ category: Counts, brand: Counts, company: Counts }), Type.Null()]),
  numbered: Type.Union([Numbered, Type.Null()]),
  /** The versions of rows. */
  best: Type.Array(Type.String()),
  documents: Type.Array(Type.Unknown()),
})
const findingRow = Compile(FindingRow)

/** What is cached between searches. */
export type Caches = { rows: Rows; facetNames: FacetNames }

/** Searches one generation of the index, with its words if they are in memory. */
export function postgresFinder(query: Query, words: WordList | undefined, { rows, facetNames }: Caches): Finder {
  const reader = rows(query)

  async function run(text: string, values: readonly unknown[]): Promise<Finding> {
    const [row] = await query(text, values)
    const { best, facets, numbered, documents, is_good: isGood, ...counts } = findingRow.Parse(row)
    const window = await reader.read(best)
    const counted = facets ?? (numbered === null ? facetsOf(window) : await facetNames(query, numbered))
    return { ...counts, isGood, facets: counted, window, documents: documents.map(storedDocument) }
  }

  function find(request: Request, matching: Matching): Promise<Finding> {
    const [matched, values] = [matchedBy(matching), [...conditionOf(matching), ...goodness(matching.plan)]]
    if (request.within === 'heads')
      return run(suggesting(matched), [windowSize, ...values, ...rankParameters(matching.plan)])
    const rank = request.sort === 'relevance' ? rankParameters(matching.plan) : []
    return run(finding(request, matched), [...paging(request), ...values, ...rank])
  }

  return {
    ...postgresVocabulary(query, words),
    browse: (request) => run(browsing(request), paging(request)),
    findAll: (request, plan) => find(request, { by: 'all', plan }),
    findMost: (request, plan) => find(request, { by: 'most', plan }),
    documents: (ids) => reader.documents(ids),
    async members(matching, filters) {
      const values = filterParameters(filters)
      const found = await (matching === undefined
        ? query(everyMember, values)
        : query(matchedMembers(matchedBy(matching)), [...values, ...conditionOf(matching)]))
      return membersOf(allMembers.Parse(found), reader)
    },
  }
}

function facetsOf(window: readonly Row[]): Finding['facets'] {
  return {
    category: countEach(window.map(({ category }) => category)),
    brand: countEach(window.map(({ brand }) => brand)),
    company: countEach(window.map(({ company }) => company)),
  }
}

function matchedBy({ by, plan }: Matching): Matched {
  return by === 'all' ? withAll : withMost(plan.each.length)
}

/** The parameters of `matchedBy`. */
function conditionOf({ by, plan }: Matching): unknown[] {
  return by === 'all' ? [tsquery(plan.all)] : mostParameters(plan.each)
}

function goodness({ noun, code }: Plan): (string | null)[] {
  return [noun, code].map(optionalTsquery)
}

function rankParameters({ exact, loose, preferred, named, all }: Plan): (string | null)[] {
  return [exact, loose, preferred, named, all].map(optionalTsquery)
}

const allMembers = Compile(
  Type.Array(
    Type.Object({
      price_paise: Type.Number(),
      version: Type.String(),
      collections: Type.Array(Type.String()),
    }),
  ),
)

type MemberRows = ReturnType<typeof allMembers.Parse>

async function membersOf(found: MemberRows, reader: RowReader): Promise<Member[]> {
  const members = new Map(found.map((member) => [idOf(member.version), member]))
  const rows = await reader.read(found.map(({ version }) => version))
  return rows.flatMap((row) => {
    const member = members.get(row.id)
    return member === undefined ? [] : [{ ...row, pricePaise: member.price_paise, collections: member.collections }]
  })
}

const cheapest = Number.MIN_SAFE_INTEGER
const dearest = Number.MAX_SAFE_INTEGER

/** The parameters $1 to $8 of every search: those of the filters, then of the window and of the page beyond it. */
function paging({ filters, ...request }: Request): unknown[] {
  return [...filterParameters(filters), ...limits(request)]
}

function filterParameters({ collection, brand, company, minPricePaise, maxPricePaise }: SearchFilters): unknown[] {
  return [
    keysOf(collection, (path) => storable(path.toLowerCase())),
    keysOf(brand, nameKey),
    keysOf(company, nameKey),
    minPricePaise ?? cheapest,
    maxPricePaise ?? dearest,
  ]
}

function keysOf(wanted: Several | undefined, keyOf: (text: string) => string): string[] | null {
  return wanted === undefined ? null : valuesOf(wanted).map(keyOf)
}

/** Only relevance is ranked; other orders are the engine's own. */
function limits({ page, size, sort, text }: Omit<Request, 'filters'>): number[] {
  const ranked = sort === 'relevance' && text.trim() !== '' ? windowSize : 0
  const from = Math.max(page * size, ranked)
  return [page * size < ranked ? ranked : 0, Math.max(0, (page + 1) * size - from), from]
}
