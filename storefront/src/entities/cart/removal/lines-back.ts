import { maxLines, type CartItem } from '../cart.ts'

/** The cart before lines were removed, and their ids. */
type Removal = { before: readonly CartItem[]; removed: ReadonlySet<string> }

/**
 * The cart with the lines of one removal restored in their places. A line that has been added again stays unchanged, and
 * one that another removal has taken stays away.
 */
export function withLinesBack(now: readonly CartItem[], { before, removed }: Removal): CartItem[] {
  const present = new Map(now.map((item) => [item.id, item]))
  const known = new Set(before.map(({ id }) => id))
  const restored = before.flatMap((item) => present.get(item.id) ?? (removed.has(item.id) ? [item] : []))
  return [...restored, ...now.filter(({ id }) => !known.has(id))].slice(0, maxLines)
}
