import type { FacetHit, MultiSearchQuery, MultiSearchResult } from 'meilisearch'
import { meiliCode, type MeiliClient } from './client.ts'
import { damageIn } from './damage.ts'

/** One query of a multi-search in one index. Its answer holds the exact number of hits. */
export type Question = Omit<MultiSearchQuery, 'indexUid' | 'q' | 'hitsPerPage' | 'page' | 'limit'> & {
  size: number
  pageNumber?: number
}

export type Answer = Pick<MultiSearchResult<Record<string, unknown>>, 'hits' | 'facetDistribution'> & { total: number }

export type Reading = {
  /** Runs several queries in one call. */
  search(questions: readonly Question[]): Promise<Answer[]>
  /** The values of an attribute that begin with a text, despite typos. */
  values(attribute: string, beginning: string): Promise<FacetHit[]>
}

const nothing: Answer = { hits: [], total: 0 }

/** The most queries of one call. */
const batch = 100

export function readingOf(client: () => Promise<MeiliClient>, index: string): Reading {
  async function searchAll(questions: readonly Question[]): Promise<Answer[]> {
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

  return {
    async search(questions) {
      const answers: Answer[] = []
      for (let from = 0; from < questions.length; from += batch)
        answers.push(...(await searchAll(questions.slice(from, from + batch))))
      return answers
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

function asQuery({ size, pageNumber = 0, ...question }: Question, indexUid: string): MultiSearchQuery {
  return { ...question, indexUid, hitsPerPage: size, page: pageNumber + 1 }
}

/** Quotes a value for a filter expression, with quotes and backslashes escaped. */
export function quotedValue(value: string): string {
  return `"${value.toWellFormed().replaceAll(/["\\]/g, String.raw`\$&`)}"`
}
