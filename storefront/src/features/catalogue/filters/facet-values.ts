export type FacetValue = { value: string; count: number; isChosen: boolean }

type Choice = { chosen: string | undefined; limit: number }

/** The most frequent values, and the chosen one even if it is not among them. It may be in other letters than listed. */
export function facetValues(counts: Readonly<Record<string, number>>, { chosen, limit }: Choice): FacetValue[] {
  const sorted = Object.entries(counts).sort(([a, m], [b, n]) => n - m || a.localeCompare(b))
  const all = sorted.map(([value, count]) => ({
    value,
    count,
    isChosen: chosen !== undefined && isSame(value, chosen),
  }))
  const first = all.slice(0, limit)
  if (chosen === undefined || first.some(({ isChosen }) => isChosen)) return first
  return [...first, all.find(({ isChosen }) => isChosen) ?? { value: chosen, count: 0, isChosen: true }]
}

/** The server ignores case, accents and extra spaces in names, too. */
function isSame(one: string, other: string): boolean {
  const [a = '', b = ''] = [one, other].map((name) => name.trim().replaceAll(/\s+/g, ' '))
  return a.localeCompare(b, 'en', { sensitivity: 'base' }) === 0
}
