import { collectionKey } from '../query/marks.ts'

/** Profiles stay in memory, and each search compares the labels of hundreds of them. */
const known = new WeakMap<readonly string[], string>()

/** The key of a category or kind of a profile. */
export function labelKey(label: readonly string[]): string {
  const before = known.get(label)
  if (before !== undefined) return before
  const key = collectionKey(label)
  known.set(label, key)
  return key
}
