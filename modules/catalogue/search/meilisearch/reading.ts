import type { FacetHit, MultiSearchQuery, MultiSearchResult } from 'meilisearch'
import { meiliCode, type MeiliClient } from './client.ts'
import { damageIn } from './damage.ts'

/** One query of a multi-search in one index. Its result holds the exact number of hits. */
export type IndexQuery = Omit<MultiSearchQuery, 'indexUid' | 'q' | 'hitsPerPage' | 'page' | 'limit'> & {
  size: number
  pageNumber?: number
}

export type QueryResult = Pick<MultiSearchResult<Record<string, unknown>>, 'hits' | 'facetDistribution'> & {
  total: number
}

export type Reading = {
  /** Runs several queries in one call. */
  search(queries: readonly IndexQuery[]): Promise<QueryResult[]>
  /** The values of an attribute that begin with a text, despite typos. */
  values(attribute: string, beginning: string): Promise<FacetHit[]>
}

const nothing: QueryResult = { hits: [], total: 0 }

/** The most queries of one call. */
const batch = 100

export function readingOf(client: () => Promise<MeiliClient>, index: string): Reading {
  async function searchAll(some: readonly IndexQuery[]): Promise<QueryResult[]> {
    const reader = await client()
    try {
      const queries = some.map((query) => asMultiSearch(query, index))
      const { results } = await reader.call((meili) => meili.multiSearch({ queries }))
      return results.map((result) => ({ ...result, total: result.totalHits ?? 0 }))
    } catch (error) {
      // Meilisearch does not know the attributes of an index that never held a document.
      if (meiliCode(error) === 'invalid_search_attributes_to_search_on') return some.map(() => nothing)
      throw damageIn(error, index)
    }
  }

  return {
    async search(queries) {
      const results: QueryResult[] = []
      for (let from = 0; from < queries.length; from += batch)
        results.push(...(await searchAll(queries.slice(from, from + batch))))
      return results
    },
    async values(facetName, facetQuery) {
      const reader = await client()
      try {
        const search = (meili: Parameters<Parameters<MeiliClient['call']>[0]>[0]) =>
          meili.index(index).searchForFacetValues({ facetName, facetQuery })
        const { facetHits } = await reader.call(search)
        return facetHits
      } catch (error) {
        throw damageIn(error, index)
      }
    },
  }
}

function asMultiSearch({ size, pageNumber = 0, ...query }: IndexQuery, indexUid: string): MultiSearchQuery {
  return { ...query, indexUid, hitsPerPage: size, page: pageNumber + 1 }
}

/** Quotes a value for a filter expression, with quotes and backslashes escaped. */
export function quotedValue(value: string): string {
  return `"${value.toWellFormed().replaceAll(/["\\]/g, String.raw`\$&`)}"`
}
