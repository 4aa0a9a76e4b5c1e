import type { IndexQuery, Reading } from '../reading.ts'

const newest: IndexQuery = { sort: ['createdAt:desc', 'id:asc'], attributesToRetrieve: ['generation'], size: 1 }

/** Swaps are rare: only a test sees more than one during a search. */
const maxAttempts = 10

/**
 * Runs queries that all see the same generation. Meilisearch swaps indexes between any two queries, also of one call;
 * every document names the generation that it was written to, so the first and the last query of each call show it.
 */
export async function inOneGeneration<T>(read: Reading, work: (read: Reading) => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts++) {
    const seen = new Set<unknown>()
    const watched: Reading = {
      values: (attribute, beginning) => read.values(attribute, beginning),
      async search(queries) {
        const results = await read.search([newest, ...queries, newest])
        for (const result of [results.shift(), results.pop()]) seen.add(result?.hits[0]?.['generation'])
        return results
      },
    }
    const result = await work(watched)
    if (seen.size <= 1 || attempts === maxAttempts) return result
  }
}
