import { maxLines, type CartItem } from '../cart.ts'

/** The cart with the lines that it had before, in their places; a line that is in it again stays as it is. */
export function withLinesBack(now: readonly CartItem[], before: readonly CartItem[]): CartItem[] {
  const present = new Map(now.map((item) => [item.id, item]))
  const known = new Set(before.map(({ id }) => id))
  const restored = before.map((item) => present.get(item.id) ?? item)
  return [...restored, ...now.filter(({ id }) => !known.has(id))].slice(0, maxLines)
}
