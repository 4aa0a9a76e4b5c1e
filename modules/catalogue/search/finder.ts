import type { Candidate, Member } from './filter/members.ts'
import type { Facets, SearchDocument, SearchFilters, SearchQuery } from './product-search-index.ts'
import type { Vocabulary } from './query/interpret.ts'
import type { Plan } from './query/plan.ts'

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

/** One generation of an engine's index, as the search uses it: all results must be of the same one. */
export type Finder = Vocabulary & {
  browse(request: Request): Promise<Finding>
  /** The documents with every segment. */
  findAll(request: Request, plan: WholePlan): Promise<Finding>
  /** Of the documents with some segments, those with the most important ones. */
  findMost(request: Request, plan: Plan): Promise<Finding>
  /** Every document that the text matches and that passes the filters, which have no attributes, in no order. */
  members(matching: Matching | undefined, filters: SearchFilters): Promise<Member[]>
  documents(ids: readonly string[]): Promise<SearchDocument[]>
}

/** How a text matches documents; absent where there is no text. */
export type Matching = { by: 'all'; plan: WholePlan } | { by: 'most'; plan: Plan }

/** The number of documents that are ranked exactly; those after them follow in the engine's rough order. */
export const windowSize = 200
