import type { MultiSearchQuery, MultiSearchResult } from 'meilisearch'
import { meiliCode, type MeiliClient } from './client.ts'
import { damageIn } from './damage.ts'

/** One query of a multi-search in one index. Its answer holds the exact number of hits. */
export type Question = Omit<MultiSearchQuery, 'indexUid' | 'hitsPerPage' | 'page'> & {
  size: number
  pageNumber?: number
}

export type Answer = Pick<MultiSearchResult<Record<string, unknown>>, 'hits' | 'facetDistribution'> & { total: number }

/** Runs several queries in one call. */
export type Reading = (questions: readonly Question[]) => Promise<Answer[]>

const nothing: Answer = { hits: [], total: 0 }

export function readingOf(client: () => Promise<MeiliClient>, index: string): Reading {
  return async (questions) => {
    if (questions.length === 0) return []
    const reader = await client()
    try {
      const queries = questions.map((question) => asQuery(question, index))
      const { results } = await reader.call((meili) => meili.multiSearch({ queries }))
      return results.map((result) => ({ ...result, total: result.totalHits ?? 0 }))
    } catch (error) {
      // Meilisearch does not know the attributes of an index that never held a document.
      if (meiliCode(error) === 'invalid_search_attributes_to_search_on') return questions.map(() => nothing)
      throw damageIn(error, index)
    }
  }
}

function asQuery({ size, pageNumber = 0, ...question }: Question, indexUid: string): MultiSearchQuery {
  return { ...question, indexUid, hitsPerPage: size, page: pageNumber + 1 }
}

/** Quotes a value for a filter expression, with quotes and backslashes escaped. */
export function quotedValue(value: string): string {
  return `"${value.toWellFormed().replaceAll(/["\\]/g, String.raw`\$&`)}"`
}
