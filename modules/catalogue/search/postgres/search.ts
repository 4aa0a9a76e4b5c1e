import { Type, type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Profile } from '../document/profile.ts'
import type { Plan } from '../query/plan.ts'
import type { Member } from '../filter/members.ts'
import { windowSize, type Finder, type Finding, type Matching, type Request } from '../search-in.ts'
import { valuesOf, type SearchFilters, type Several } from '../product-search-index.ts'
import { storedDocument } from '../stored-document.ts'
import { documentsBy } from './documents.ts'
import { storable } from './document.ts'
import { nameKey } from '../text/names.ts'
import { mostParameters } from './sql/most.ts'
import type { Profiles } from './profiles.ts'
import type { Query } from './query.ts'
import { withAll, withMost, type Matched } from './sql/matched.ts'
import { browsing, everyMember, finding, matchedMembers, suggesting } from './sql/statements.ts'
import { optionalTsquery, tsquery } from './sql/tsquery.ts'
import { postgresVocabulary } from './vocabulary.ts'

const Counts = Type.Record(Type.String(), Type.Number())
const Answer = Type.Object({
  matched: Type.Number(),
  is_good: Type.Boolean(),
  total: Type.Number(),
  facets: Type.Object({ category: Counts, brand: Counts, company: Counts }),
  /** Id, time of creation and version. */
  best: Type.Array(Type.Tuple([Type.String(), Type.Number(), Type.String()])),
  documents: Type.Array(Type.Unknown()),
})
const answer = Compile(Answer)

/** Searches one generation of the index. */
export function postgresFinder(query: Query, profiles: Profiles): Finder {
  async function run(text: string, values: readonly unknown[]): Promise<Finding> {
    const [row] = await query(text, values)
    const { best, ...found } = answer.Parse(row)
    const read = await profiles(
      query,
      best.map(([id, , version]) => [id, version]),
    )
    return findingOf(
      found,
      best.flatMap(([id, createdAt]) => withProfile({ id, createdAt }, read)),
    )
  }

  function find(request: Request, matching: Matching): Promise<Finding> {
    const [matched, values] = [matchedBy(matching), [...conditionOf(matching), ...goodness(matching.plan)]]
    if (request.within === 'heads')
      return run(suggesting(matched), [windowSize, ...values, ...rankParameters(matching.plan)])
    const rank = request.sort === 'relevance' ? rankParameters(matching.plan) : []
    return run(finding(request, matched), [...paging(request), ...values, ...rank])
  }

  return {
    ...postgresVocabulary(query),
    browse: (request) => run(browsing(request), paging(request)),
    findAll: (request, plan) => find(request, { by: 'all', plan }),
    findMost: (request, plan) => find(request, { by: 'most', plan }),
    documents: (ids) => documentsBy(query, ids),
    async members(matching, filters) {
      const values = filterParameters(filters)
      const rows = await (matching === undefined
        ? query(everyMember, values)
        : query(matchedMembers(matchedBy(matching)), [...values, ...conditionOf(matching)]))
      const members = allMembers.Parse(rows)
      const read = await profiles(
        query,
        members.map(({ id, version }) => [id, version]),
      )
      return members.flatMap((member) => withProfile(memberOf(member), read))
    },
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

const MemberRow = Type.Object({
  id: Type.String(),
  created_at: Type.Number(),
  price_paise: Type.Number(),
  version: Type.String(),
  category: Type.String(),
  brand: Type.String(),
  company: Type.String(),
  collections: Type.Array(Type.String()),
})
const allMembers = Compile(Type.Array(MemberRow))

function memberOf({
  created_at: createdAt,
  price_paise: pricePaise,
  version: _version,
  ...row
}: Static<typeof MemberRow>): Omit<Member, 'profile'> {
  return { ...row, createdAt, pricePaise }
}

/** Without a profile, the row was deleted meanwhile. */
function withProfile<Found extends { id: string }>(found: Found, profiles: ReadonlyMap<string, Profile>) {
  const profile = profiles.get(found.id)
  return profile === undefined ? [] : [{ ...found, profile }]
}

function findingOf(
  { matched, is_good: isGood, total, facets, documents }: Omit<Static<typeof Answer>, 'best'>,
  window: Finding['window'],
): Finding {
  return {
    matched,
    isGood,
    total,
    facets,
    window,
    documents: documents.map(storedDocument),
  }
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
