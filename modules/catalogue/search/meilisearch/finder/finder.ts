import type { Plan } from '../../query/plan.ts'
import type { Candidate } from '../../filter/members.ts'
import { windowSize, type Finder, type Finding, type Request } from '../../finder.ts'
import { candidateFromHit, membersOf } from './members.ts'
import type { SearchDocument } from '../../product-search-index.ts'
import { conditionOn, type Column } from './condition.ts'
import { documentFromHit, meiliKey } from '../document.ts'
import { conditionsOf, facetQueries, facetsOf, filterOf, sortOf } from './filters.ts'
import { heaviestOf } from './heaviest.ts'
import { quotedValue, type Answer, type Question, type Reading } from '../reading.ts'
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
      return find(read, request, { condition, good, best: bestOf(plan) })
    },
    async findMost(request, plan) {
      const condition = await heaviestOf(read, plan.each, columnOf(request))
      return condition === undefined ? nothing : find(read, request, { condition, best: bestOf(plan) })
    },
    members: (matching, filters) => membersOf(read, matching, filters),
    documents: (ids) => documentsBy(read, ids),
  }
}

const none: Answer = { hits: [], total: 0 }

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

/** The rough order: the conditions by which the documents that are ranked are chosen, the best first. */
function bestOf({ code, preferred, exact, each }: Plan): string[] {
  const heads = each.map(({ expression }) => conditionOn('heads', expression)).join(' AND ')
  const conditions = [code, preferred].flatMap((one) => (one === undefined ? [] : [conditionOn('heads', one)]))
  const certain = exact === undefined ? [] : [conditionOn('heads', exact)]
  return [...conditions, ...(heads === '' ? [] : [heads]), ...certain]
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
  const pages = isRanked ? windowQuestions(filter, best) : [pageQuestion(request, filter)]
  const answers = await read.search([...counts, ...facets, ...pages])
  const shown = answers.slice(counts.length + facets.length)
  return {
    ...countsIn(answers.slice(0, counts.length)),
    total: totalOf(shown),
    facets: facetsOf(answers.slice(counts.length, counts.length + facets.length)),
    ...(isRanked ? await windowAnd(read, { ...request, filter }, shown) : pageIn(shown)),
  }
}

function countsIn([matched = none, good = none]: readonly Answer[]): Pick<Finding, 'matched' | 'isGood'> {
  return { matched: matched.total, isGood: good.total > 0 }
}

/** The last question is the one for all documents. */
function totalOf(shown: readonly Answer[]): number {
  return (shown.at(-1) ?? none).total
}

function pageIn(answers: readonly Answer[]): Pick<Finding, 'window' | 'documents'> {
  return { window: [], documents: answers.flatMap(({ hits }) => hits.map(documentFromHit)) }
}

type Filtered = Request & { filter: readonly string[] }

async function windowAnd(read: Reading, request: Filtered, shown: readonly Answer[]) {
  const window = windowOf(shown)
  return { window, documents: await pageAfter(read, { ...request, window }) }
}

function counted(filter: readonly string[]): Question {
  return { filter: [...filter], attributesToRetrieve: [], size: 0 }
}

const newestFirst = ['createdAt:desc', 'id:asc']

function windowQuestions(filter: readonly string[], best: readonly string[]): Question[] {
  const question = { sort: newestFirst, attributesToRetrieve: ['id', 'createdAt', 'profile'], size: windowSize }
  return [...best.map((one) => ({ ...question, filter: [...filter, one] })), { ...question, filter: [...filter] }]
}

function windowOf(answers: readonly Answer[]): Candidate[] {
  const hits = answers.flatMap((answer) => answer.hits)
  return [...new Map(hits.map((hit) => [hit['id'], hit])).values()].slice(0, windowSize).map(candidateFromHit)
}

function pageQuestion({ sort, page, size, text }: Request, filter: readonly string[]): Question {
  return {
    ...sortOf(sort === 'relevance' && text.trim() === '' ? 'newest' : sort),
    filter: [...filter],
    attributesToRetrieve: ['source'],
    size,
    pageNumber: page,
  }
}

type After = Filtered & { window: readonly Candidate[] }

/** The part of a page that lies beyond the window: the other documents, newest first. */
async function pageAfter(read: Reading, { filter, window, page, size }: After): Promise<SearchDocument[]> {
  const [from, to] = [Math.max(page * size, window.length), (page + 1) * size]
  if (window.length < windowSize || to <= from) return []
  const keys = window.map(({ id }) => quotedValue(meiliKey(id)))
  const [rest] = await read.search([
    {
      sort: newestFirst,
      filter: [...filter, `key NOT IN [${keys.join(', ')}]`],
      attributesToRetrieve: ['source'],
      size: to - window.length,
    },
  ])
  return (rest?.hits ?? []).slice(from - window.length).map(documentFromHit)
}

async function documentsBy(read: Reading, ids: readonly string[]): Promise<SearchDocument[]> {
  const keys = ids.map((id) => quotedValue(meiliKey(id)))
  const [found] = await read.search([
    { filter: [`key IN [${keys.join(', ')}]`], attributesToRetrieve: ['source'], size: ids.length },
  ])
  const documents = new Map((found?.hits ?? []).map(documentFromHit).map((document) => [document.id, document]))
  return ids.flatMap((id) => documents.get(id) ?? [])
}
