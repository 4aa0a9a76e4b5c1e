import type { Plan } from '../../query/plan.ts'
import { windowSize, type Finder, type Finding, type Request } from '../../finder.ts'
import { candidateFromHit, membersOf } from './members.ts'
import type { SearchDocument } from '../../product-search-index.ts'
import { conditionOn, type Column } from './condition.ts'
import { bestCandidates, documentsBetween, newestFirst, ranked, tiersOf } from './tiers.ts'
import { documentFromHit, meiliKey } from '../document.ts'
import { conditionsOf, facetQueries, facetsOf, filterOf, sortOf } from './filters.ts'
import { heaviestOf } from './heaviest.ts'
import { quotedValue, type QueryResult, type IndexQuery, type Reading } from '../reading.ts'
import { meiliVocabulary } from './vocabulary.ts'

/** Searches one index. */
export function meiliFinder(read: Reading): Finder {
  return {
    ...meiliVocabulary(read),
    browse: (request) => find(read, request, { best: [] }),
    findAll(request, plan) {
      const column = columnOf(request)
      const condition = conditionOn(column, plan.all)
      const good = plan.noun && orCode(conditionOn('heads', plan.noun), plan)
      return find(read, request, { condition, good, best: tiersOf(plan) })
    },
    async findMost(request, plan) {
      const condition = await heaviestOf(read, plan.each, columnOf(request))
      return condition === undefined ? nothing : find(read, request, { condition, best: tiersOf(plan) })
    },
    members: (matching, filters) => membersOf(read, matching, filters),
    documents: (ids) => documentsBy(read, ids),
  }
}

const none: QueryResult = { hits: [], total: 0 }

const nothing: Finding = {
  matched: 0,
  isGood: false,
  total: 0,
  facets: { category: {}, brand: {}, company: {} },
  window: [],
  documents: [],
}

function columnOf({ within }: Request): Column {
  return within === 'heads' ? 'heads' : 'words'
}

function orCode(condition: string, { code }: Plan): string {
  return code === undefined ? condition : `(${condition} OR ${conditionOn('heads', code)})`
}

type What = {
  /** The filter that finds the documents of the text; absent if there is no text. */
  condition?: string
  /** What a good result has. */
  good?: string | undefined
  best: readonly string[]
}

async function find(read: Reading, request: Request, { condition, good, best }: What): Promise<Finding> {
  const text = condition === undefined ? [] : [condition]
  const conditions = conditionsOf(request.filters)
  const filter = [...text, ...filterOf(conditions)]
  const isRanked = request.sort === 'relevance' && text.length > 0
  const counts = [counted(text), counted(good === undefined ? text : [...text, good])]
  const facets = request.within === 'heads' ? [] : facetQueries({ filter: text }, conditions)
  const page = isRanked ? newestQuery(filter) : pageQuery(request, filter)
  const results = await read.search([...counts, ...facets, page])
  const shown = results.at(-1) ?? none
  return {
    ...countsIn(results.slice(0, counts.length)),
    total: shown.total,
    facets: facetsOf(results.slice(counts.length, counts.length + facets.length)),
    ...(isRanked
      ? await windowAnd(read, { ...request, filter, best }, shown)
      : { window: [], documents: shown.hits.map(documentFromHit) }),
  }
}

function countsIn([matched = none, good = none]: readonly QueryResult[]): Pick<Finding, 'matched' | 'isGood'> {
  return { matched: matched.total, isGood: good.total > 0 }
}

type Filtered = Request & { filter: readonly string[]; best: readonly string[] }

/** The documents that are ranked, and those of the page after them. Few enough documents are ranked, all of them. */
async function windowAnd(read: Reading, request: Filtered, newest: QueryResult) {
  if (newest.total <= windowSize) return { window: newest.hits.map(candidateFromHit), documents: [] }
  const [from, to] = [request.page * request.size, (request.page + 1) * request.size]
  return {
    window: from < windowSize ? await bestCandidates(read, request) : [],
    documents: to > windowSize ? await documentsBetween(read, request, { from: Math.max(from, windowSize), to }) : [],
  }
}

function counted(filter: readonly string[]): IndexQuery {
  return { filter: [...filter], attributesToRetrieve: [], size: 0 }
}

function newestQuery(filter: readonly string[]): IndexQuery {
  return { sort: newestFirst, filter: [...filter], attributesToRetrieve: ranked, size: windowSize }
}

function pageQuery({ sort, page, size, text }: Request, filter: readonly string[]): IndexQuery {
  return {
    ...sortOf(sort === 'relevance' && text.trim() === '' ? 'newest' : sort),
    filter: [...filter],
    attributesToRetrieve: ['source'],
    size,
    pageNumber: page,
  }
}

async function documentsBy(read: Reading, ids: readonly string[]): Promise<SearchDocument[]> {
  const keys = ids.map((id) => quotedValue(meiliKey(id)))
  const [found] = await read.search([
    { filter: [`key IN [${keys.join(', ')}]`], attributesToRetrieve: ['source'], size: ids.length },
  ])
  const documents = new Map((found?.hits ?? []).map(documentFromHit).map((document) => [document.id, document]))
  return ids.flatMap((id) => documents.get(id) ?? [])
}
