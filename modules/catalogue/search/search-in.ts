import { outcomeFor, genericNamesOf, offersOf, type SearchOutcome } from './search-outcome.ts'
import { attributeFacetsAmong, attributeFacetsOf, countsOfCollections, facetsOf } from './filter/facets.ts'
import { conditionsIn, inOrder, passing, type Candidate } from './filter/members.ts'
import { windowSize, type Finder, type Request } from './finder.ts'
import { interpret, type Interpretation } from './query/interpret.ts'
import { collectionsNamedBy, namedBy } from './query/named-by.ts'
import { ranker, tierOf, type Rank } from './rank/score.ts'
import { highlighter, nothingFound } from './text/highlight.ts'
import type {
  AttributeFacets,
  SearchDocument,
  SearchHit,
  SearchQuery,
  SearchResult,
  SuggestQuery,
  Suggestions,
} from './product-search-index.ts'
import { noWords } from './words/search-words.ts'

const nothing: SearchResult = {
  hits: [],
  total: 0,
  facets: { category: {}, brand: {}, company: {} },
  attributeFacets: {},
}

/** Searches by the same rules in every engine. */
export async function searchIn(finder: Finder, query: SearchQuery): Promise<SearchResult> {
  const result = await search(finder, query, await interpretationOf(finder, query))
  return { ...result, facets: { ...result.facets, category: countsOfCollections(result.facets.category) } }
}

/** Undefined where there is no text. */
async function interpretationOf(finder: Finder, query: SearchQuery): Promise<Interpretation | undefined> {
  return query.text.trim() === '' ? undefined : interpret(query.text, query.words ?? noWords, finder)
}

async function search(finder: Finder, query: SearchQuery, meant: Interpretation | undefined): Promise<SearchResult> {
  const isNarrowed = Object.keys(query.filters.attributes ?? {}).length > 0
  const request: Request = { ...query, ...(isNarrowed && { filters: {}, page: 0, size: 1 }), within: 'documents' }
  const outcome =
    meant === undefined
      ? { finding: await finder.browse(request), isCredible: true }
      : await outcomeFor(finder, request, meant)
  if (outcome === undefined) return { ...nothing, ...genericNamesOf(meant) }
  if (isNarrowed) return narrowed(finder, query, outcome)
  const result = await resultOf(finder, request, outcome)
  return { ...result, attributeFacets: await attributeFacetsIn(finder, query, outcome) }
}

/** Filters and counts by attributes here, because this is exact under every combination and the same for every engine. */
async function narrowed(finder: Finder, query: SearchQuery, outcome: SearchOutcome): Promise<SearchResult> {
  const members = await finder.members(outcome.matching, {})
  const conditions = conditionsIn(query.filters)
  const shown = passing(members, conditions)
  const { interpretation } = outcome
  const sort = query.sort === 'relevance' ? 'newest' : query.sort
  const isRanked = query.sort === 'relevance' && interpretation !== undefined
  const onPage = <T>(ordered: readonly T[]) => ordered.slice(query.page * query.size, (query.page + 1) * query.size)
  const best = isRanked ? onPage(ranked(shown, interpretation)) : []
  const ids = (isRanked ? best : onPage(inOrder(shown, sort))).map(({ id }) => id)
  const documents = ids.length === 0 ? [] : await finder.documents(ids)
  return {
    hits: hitsOf(documents, outcome, tiersOf(best)),
    total: shown.length,
    facets: facetsOf(members, conditions),
    attributeFacets: attributeFacetsOf(members, conditions),
    ...offersOf(outcome),
  }
}

/** Of few enough results; many are first narrowed by category or brand. */
const maxDivided = windowSize

async function attributeFacetsIn(
  finder: Finder,
  { filters }: SearchQuery,
  outcome: SearchOutcome,
): Promise<AttributeFacets> {
  const { total, window } = outcome.finding
  if (total < 2 || total > maxDivided) return {}
  const shown = window.length === total ? window : await finder.members(outcome.matching, filters)
  return attributeFacetsAmong(shown)
}

/**
 * Suggests products whose titles, names or categories match; failing that, what a search finds. With them, the
 * collections and brands that the text names by the same reading.
 */
export async function suggestIn(finder: Finder, asked: SuggestQuery): Promise<Suggestions> {
  const query: SearchQuery = { ...asked, page: 0, filters: {}, sort: 'relevance' }
  const meant = await interpretationOf(finder, query)
  if (meant === undefined) return { products: [], categories: [], brands: [] }
  const hits = await suggestedHits(finder, query, meant)
  return {
    products: hits.map(({ document, highlight }) => ({ document, highlight: highlight.title })),
    categories: collectionsNamedBy(meant),
    brands: namedBy(
      meant,
      hits.map(({ document }) => document.brand),
    ),
  }
}

async function suggestedHits(finder: Finder, query: SearchQuery, meant: Interpretation): Promise<SearchHit[]> {
  const request: Request = { ...query, within: 'heads' }
  const outcome = await outcomeFor(finder, request, meant)
  const hits = outcome === undefined ? [] : (await resultOf(finder, request, outcome)).hits
  return hits.length > 0 ? hits : (await search(finder, query, meant)).hits
}

async function resultOf(
  finder: Finder,
  { page, size }: Request,
  outcome: SearchOutcome,
): Promise<Omit<SearchResult, 'attributeFacets'>> {
  const { finding, interpretation } = outcome
  const { total, facets, documents } = finding
  const best = interpretation === undefined ? [] : ranked(finding.window, interpretation)
  const onPage = best.slice(page * size, (page + 1) * size)
  const ids = onPage.map(({ id }) => id)
  const shown = [...(ids.length === 0 ? [] : await finder.documents(ids)), ...documents]
  return { hits: hitsOf(shown, outcome, tiersOf(onPage)), total, facets, ...offersOf(outcome) }
}

type Tiers = ReadonlyMap<string, string>

function tiersOf(best: readonly Ranked[]): Tiers {
  return new Map(best.map(({ id, rank }) => [id, tierOf(rank)]))
}

function hitsOf(
  documents: readonly SearchDocument[],
  { found = nothingFound }: SearchOutcome,
  tiers: Tiers,
): SearchHit[] {
  const show = highlighter(found)
  return documents.map((document) => ({
    document,
    tier: tiers.get(document.id) ?? '',
    highlight: { title: show.whole(document.title), description: show.passage(document.description) },
  }))
}

type Ranked = Omit<Candidate, 'profile'> & { rank: Rank }

/** The best first. */
function ranked(candidates: readonly Candidate[], interpretation: Interpretation): Ranked[] {
  const rank = ranker(interpretation)
  const found = candidates.map(({ id, createdAt, profile }) => ({ id, createdAt, rank: rank(profile) }))
  return found.toSorted((a, b) => b.rank.score - a.rank.score || b.createdAt - a.createdAt || (a.id < b.id ? -1 : 1))
}
