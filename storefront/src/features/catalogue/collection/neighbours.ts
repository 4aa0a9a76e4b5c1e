import { collections, findCollection } from '../../../lib/router/navigation.ts'

/** The siblings of a sub-collection, or the sub-collections of a top-level one; all collections if none is chosen. */
export function neighboursOf(category: string | undefined) {
  const here = category === undefined ? undefined : findCollection(category)
  if (!here) return collections
  const parent = here.parent ?? here.path
  return collections.filter((collection) => collection.parent === parent)
}
