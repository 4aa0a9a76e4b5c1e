import type { Profile } from './document/profile.ts'
import { interpret, type Interpretation, type Vocabulary } from './query/interpret.ts'
import { planOf, type Plan } from './query/plan.ts'
import { scorer } from './rank/score.ts'
import { highlighter, nothingFound, type Found } from './text/highlight.ts'
import type {
  Facets,
  SearchDocument,
  SearchQuery,
  SearchResult,
  SuggestQuery,
  Suggestion,
} from './product-search-index.ts'
import { noWords } from './words/search-words.ts'

/** A found document as the rank sees it. */
export type Candidate = { id: string; createdAt: number; profile: Profile }

/** What an engine found. */
export type Finding = {
  /** The number of documents that the text matches, before any filter. */
  matched: number
  /** Whether one of them has what is looked for in its title, names or category. */
  isGood: boolean
  total: number
  facets: Facets
  /** The best documents by the engine's rough order, if they are to be ranked; at most `windowSize`. */
  window: readonly Candidate[]
  /** The documents of the page that are not in the window. */
  documents: readonly SearchDocument[]
}

/** `heads`: only titles, names and categories are searched, and nothing is counted. */
export type Request = SearchQuery & { within: 'documents' | 'heads' }

export type WholePlan = Plan & { all: NonNullable<Plan['all']> }

/** One generation of an engine's index, as the search uses it: all answers must be of the same one. */
export type Finder = Vocabulary & {
  browse(request: Request): Promise<Finding>
  /** The documents with every segment. */
  findAll(request: Request, plan: WholePlan): Promise<Finding>
  /** Of the documents with some segments, those with the most important ones. */
  findMost(request: Request, plan: Plan): Promise<Finding>
  documents(ids: readonly string[]): Promise<SearchDocument[]>
}

/** The number of documents that are ranked exactly; those after them follow in the engine's rough order. */
export const windowSize = 200

const nothing: SearchResult = { hits: [], total: 0, facets: { category: {}, brand: {}, company: {} } }

/** Searches by the same rules in every engine. */
export async function searchIn(finder: Finder, query: SearchQuery): Promise<SearchResult> {
  const request: Request = { ...query, within: 'documents' }
  if (query.text.trim() === '') return resultOf(finder, request, { finding: await finder.browse(request) })
  const answer = await answerTo(finder, request)
  return answer === undefined ? nothing : resultOf(finder, request, answer)
}

/** Suggests products whose titles, names or categories match; failing that, what a search finds. */
export async function suggestIn(finder: Finder, asked: SuggestQuery): Promise<Suggestion[]> {
  if (asked.text.trim() === '') return []
  const query: SearchQuery = { ...asked, page: 0, filters: {}, sort: 'relevance' }
  const request: Request = { ...query, within: 'heads' }
  const answer = await answerTo(finder, request)
  const { hits } = answer === undefined ? nothing : await resultOf(finder, request, answer)
  if (hits.length > 0) return hits.map(({ document, highlight }) => ({ document, highlight: highlight.title }))
  const { hits: others } = await searchIn(finder, query)
  return others.map(({ document, highlight }) => ({ document, highlight: highlight.title }))
}

type Answer = { finding: Finding; interpretation?: Interpretation; found?: Found }

async function answerTo(finder: Finder, request: Request): Promise<Answer | undefined> {
  const interpretation = await interpret(request.text, request.words ?? noWords, finder)
  const plan = planOf(interpretation)
  const { found } = plan
  if (plan.all !== undefined) {
    const finding = await finder.findAll(request, { ...plan, all: plan.all })
    if (finding.matched > 0 && finding.isGood) return { finding, interpretation, found }
  }
  if (plan.each.length === 0) return undefined
  return { finding: await finder.findMost(request, plan), interpretation, found }
}

async function resultOf(
  finder: Finder,
  { page, size }: Request,
  { finding, interpretation, found = nothingFound }: Answer,
): Promise<SearchResult> {
  const { total, facets, documents } = finding
  const best = interpretation === undefined ? [] : ranked(finding.window, interpretation)
  const ids = best.slice(page * size, (page + 1) * size).map(({ id }) => id)
  const shown = [...(ids.length === 0 ? [] : await finder.documents(ids)), ...documents]
  const show = highlighter(found)
  const hits = shown.map((document) => ({
    document,
    highlight: { title: show.whole(document.title), description: show.passage(document.description) },
  }))
  const didYouMean = interpretation?.didYouMean
  return { hits, total, facets, ...(didYouMean !== undefined && { didYouMean }) }
}

function ranked(candidates: readonly Candidate[], interpretation: Interpretation): Candidate[] {
  const score = scorer(interpretation)
  const scored = candidates.map((candidate) => ({ candidate, score: score(candidate.profile) }))
  const inOrder = scored.toSorted(
    (a, b) =>
      b.score - a.score || b.candidate.createdAt - a.candidate.createdAt || (a.candidate.id < b.candidate.id ? -1 : 1),
  )
  return inOrder.map(({ candidate }) => candidate)
}
