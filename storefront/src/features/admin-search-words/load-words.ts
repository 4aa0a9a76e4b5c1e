import type { ListedSynonym, SearchWithoutHits } from '#modules/search-words/schema.ts'
import type { ApiClient } from '../../lib/api/client.ts'
import type { Page } from '../../lib/api/page.ts'
import { fetchSynonyms, fetchWithoutHits } from './synonym-calls.ts'
import { pageIndex } from '../../lib/router/pagination.ts'
import type { WordsSearch } from './words-search.ts'

/** One row of the page: a synonym, or a search without a hit. */
export type WordsRow = { synonym: ListedSynonym } | { unfound: SearchWithoutHits }

export async function loadWords(
  api: ApiClient,
  { page: number, state, text, language }: WordsSearch,
  signal: AbortSignal,
): Promise<Page<WordsRow>> {
  const page = pageIndex(number)
  if (state === 'without-hits') {
    const found = await fetchWithoutHits(api, { text, page }, signal)
    return { ...found, content: found.content.map((unfound) => ({ unfound })) }
  }
  const found = await fetchSynonyms(api, { text, language, page, state }, signal)
  return { ...found, content: found.content.map((synonym) => ({ synonym })) }
}
