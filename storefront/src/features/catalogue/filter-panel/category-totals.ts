import { collections } from '../../../lib/router/navigation.ts'

/**
 * The number of products per collection. The counts of the API are of those that have products of their own, and include
 * the products of their sub-categories; of the others, it is the sum of these. Empty collections are left out.
 */
export function categoryTotals(counts: Readonly<Record<string, number>>): Record<string, number> {
  const totals = collections.map(({ path }) => {
    const below = collections.filter(({ parent }) => parent === path)
    return [path, counts[path] ?? below.reduce((sum, child) => sum + (counts[child.path] ?? 0), 0)] as const
  })
  return Object.fromEntries(totals.filter(([, total]) => total > 0))
}
