import { collections } from '../../../lib/router/navigation.ts'

/**
 * How many products each collection holds, given how many are filed under each category: a top-level entry also holds
 * those of its sub-categories. Empty ones are left out.
 */
export function categoryTotals(counts: Readonly<Record<string, number>>): Record<string, number> {
  const totals = collections.map(({ path }) => {
    const within = collections.filter((collection) => collection.path === path || collection.parent === path)
    return [path, within.reduce((sum, collection) => sum + (counts[collection.path] ?? 0), 0)] as const
  })
  return Object.fromEntries(totals.filter(([, total]) => total > 0))
}
