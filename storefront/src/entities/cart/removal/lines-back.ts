import { maxLines, type CartItem } from '../cart.ts'

/** The cart with its removed lines restored in their places; a line that has been added again stays unchanged. */
export function withLinesBack(now: readonly CartItem[], before: readonly CartItem[]): CartItem[] {
  const present = new Map(now.map((item) => [item.id, item]))
  const known = new Set(before.map(({ id }) => id))
  const restored = before.map((item) => present.get(item.id) ?? item)
  return [...restored, ...now.filter(({ id }) => !known.has(id))].slice(0, maxLines)
}
