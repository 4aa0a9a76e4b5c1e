import { isSame } from './values.ts'

export type FacetValue = { value: string; count: number; isChosen: boolean }

type Choice = { chosen: readonly string[]; limit: number }

/**
 * The most frequent values, and the chosen ones even if they are not among them. A chosen value may be spelt
 * differently than in the list.
 */
export function facetValues(counts: Readonly<Record<string, number>>, { chosen, limit }: Choice): FacetValue[] {
  const sorted = Object.entries(counts).sort(([a, m], [b, n]) => n - m || a.localeCompare(b))
  const all = sorted.map(([value, count]) => ({ value, count, isChosen: chosen.some((one) => isSame(value, one)) }))
  const shown = all.filter(({ isChosen }, place) => place < limit || isChosen)
  const uncounted = chosen.filter((one) => !all.some(({ value }) => isSame(value, one)))
  return [...shown, ...uncounted.map((value) => ({ value, count: 0, isChosen: true }))]
}
