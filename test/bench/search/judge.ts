import { arrangedHits } from '#modules/catalogue/search/arranged.ts'
import type { ProductSearchIndex } from '#modules/catalogue/search/product-search-index.ts'
import type { SearchWords } from '#modules/catalogue/search/words/search-words.ts'
import { glanceOf } from '#storefront/pictures/glance.ts'
import type { JudgedQuery } from './labels.ts'

export type Judged = { index: ProductSearchIndex; words: SearchWords }

/** One query with the ids that it found, best first. */
export type Judgement = { query: JudgedQuery; found: readonly string[]; ndcg: number; isRight: boolean }

const judged = 10
const right = 3

/** Unfinished texts are answered by suggestions, all others by the search, as the API returns them. */
export async function judge({ index, words }: Judged, query: JudgedQuery): Promise<Judgement> {
  const found = query.kind === 'unfinished' ? await suggested() : await searched()
  const isRight = found.slice(0, right).some((id) => query.grades.get(id) === 3)
  return { query, found, ndcg: ndcgOf(found, query), isRight }

  async function suggested(): Promise<string[]> {
    const { products } = await index.suggest({ text: query.text, size: judged, words })
    return products.map(({ document }) => document.id)
  }

  async function searched(): Promise<string[]> {
    const common = { filters: {}, sort: 'relevance', words, page: 0, size: judged } as const
    const { hits } = await index.search({ text: query.text, ...common })
    return arrangedHits(hits, glanceOf).map(({ id }) => id)
  }
}

/** The gain of each hit is 2^grade - 1, divided by log2(place + 1), in relation to the best possible order. */
function ndcgOf(found: readonly string[], { grades }: JudgedQuery): number {
  const ideal = [...grades.values()].toSorted((a, b) => b - a).slice(0, judged)
  return gainOf(found.map((id) => grades.get(id) ?? 0)) / gainOf(ideal)
}

function gainOf(grades: readonly number[]): number {
  return grades.reduce((sum, grade, place) => sum + (2 ** grade - 1) / Math.log2(place + 2), 0)
}
