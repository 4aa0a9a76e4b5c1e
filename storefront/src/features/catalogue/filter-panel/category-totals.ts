import { collections } from '../../../lib/router/navigation.ts'

/**
 * The number of products per collection, given the number per category: a top-level collection includes the products of
 * its sub-categories. Empty collections are left out.
 */
export function categoryTotals(counts: Readonly<Record<string, number>>): Record<string, number> {
  const totals = collections.map(({ path }) => {
    const within = collections.filter((collection) => collection.path === path || collection.parent === path)
    return [path, within.reduce((sum, collection) => sum + (counts[collection.path] ?? 0), 0)] as const
  })
  return Object.fromEntries(totals.filter(([, total]) => total > 0))
}
