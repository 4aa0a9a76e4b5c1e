import { sql } from 'kysely'
import type { Pool } from 'pg'
import type { Db } from '#core/database/database.ts'
import type { Log } from '#core/telemetry/log.ts'
import { highlighter, nothingFound, type Found } from '../text/highlight.ts'
import { postgresGeneration } from './generation.ts'
import { documentsOfCompany, lookalikes, planAsTyped, suggestions } from './lookups.ts'
import { liveReading, readingOf, type Query } from './query.ts'
import { postgresSearch, type Page } from './search.ts'
import { makeNext, makeNextLive, makePreviousLive, prepareLive, unfinishedNext } from './slots.ts'
import { interpretTerms } from './vocabulary.ts'
import { planOf } from './query-plan.ts'
import { termsOf } from '../text/query-terms.ts'
import type { ProductSearchIndex } from '../product-search-index.ts'
import type { SearchQuery, SearchResult, Suggestion } from '../product-search-index.ts'
import { storedDocument } from '../stored-document.ts'

/** The product search in Postgres: in separate schemas, without extensions. `pool` reads, `db` writes. */
export function openPostgresSearchIndex({ pool, db, log }: { pool: Pool; db: Db; log: Log }): ProductSearchIndex {
  const read = liveReading(pool)
  const live = postgresGeneration(db, read, 'live')

  return {
    async prepare() {
      const outcome = await prepareLive(db)
      if (outcome === 'made') log.info('created an empty search index')
      return outcome
    },
    live: () => live,
    search: (request) => read((query) => searchIn(query, request)),
    suggest: (text, size) => read((query) => suggestIn(query, text, size)),
    byCompany: (company, page, size) => read((query) => documentsOfCompany(query, company, { page, size })),
    similar: (id, size) => read((query) => lookalikes(query, id, size)),
    async beginBuild() {
      const number = await makeNext(db)
      return postgresGeneration(db, readingOf(pool, number), number)
    },
    async unfinishedBuild() {
      const number = await unfinishedNext(db)
      return number === undefined ? undefined : postgresGeneration(db, readingOf(pool, number), number)
    },
    swap: () => makeNextLive(db),
    swapBack: () => makePreviousLive(db),
    async ping() {
      await sql`select 1`.execute(db)
    },
    // The caller owns the pool.
    close: () => Promise.resolve(),
  }
}

async function suggestIn(query: Query, text: string, size: number): Promise<Suggestion[]> {
  const plan = planAsTyped(termsOf(text))
  const documents = await suggestions(query, plan, size)
  const show = highlighter(plan.each.found)
  if (documents.length > 0 || plan.all === undefined)
    return documents.map((document) => ({ document, highlight: show.whole(document.title) }))
  const { hits } = await searchIn(query, { text, filters: {}, sort: 'relevance', page: 0, size })
  return hits.map((hit) => ({ document: hit.document, highlight: hit.highlight.title }))
}

const nothing: SearchResult = { hits: [], total: 0, facets: { category: {}, brand: {}, company: {} } }

async function searchIn(query: Query, request: SearchQuery): Promise<SearchResult> {
  const searches = postgresSearch(query)
  if (request.text.trim() === '') return resultOf(await searches.browse(request), nothingFound)
  const terms = termsOf(request.text)
  if (terms.length === 0) return nothing
  const plan = planOf(terms, await interpretTerms(terms, query))
  if (plan.all !== undefined) {
    const page = await searches.findAll(request, { ...plan, all: plan.all })
    if (page.matched > 0) return resultOf(page, plan.all.found)
  }
  if (plan.each.terms.length === 0) return nothing
  return resultOf(await searches.findMost(request, plan), plan.each.found)
}

function resultOf({ documents, total, facets }: Page, found: Found): SearchResult {
  const show = highlighter(found)
  const hits = documents.map(storedDocument).map((document) => ({
    document,
    highlight: { title: show.whole(document.title), description: show.passage(document.description) },
  }))
  return { hits, total, facets }
}
