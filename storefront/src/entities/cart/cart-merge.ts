import type { CartLine } from '#modules/cart/schema.ts'
import type { CartItem } from './cart.ts'

/** The quantity of one product in a cart. */
export type Quantity = Pick<CartItem, 'id' | 'quantity'>

/** The quantities to send so that the server's cart matches the shopper's; 0 removes a line. */
export function quantityChanges(mirrored: ReadonlyMap<string, number>, items: readonly CartItem[]): Quantity[] {
  const here = new Set(items.map(({ id }) => id))
  const gone = [...mirrored].filter(([id, quantity]) => quantity > 0 && !here.has(id)).map(([id]) => id)
  const changed = items.filter(({ id, quantity }) => mirrored.get(id) !== quantity)
  return [...gone.map((id) => ({ id, quantity: 0 })), ...changed.map(({ id, quantity }) => ({ id, quantity }))]
}

/**
 * The shopper's cart after the claim merged the account's earlier cart into it; the larger quantity of each line won.
 * Changes that the shopper has made since `before` are kept. A line of the earlier cart is left out if its product was
 * withdrawn, because its title is no longer available.
 */
export function mergeClaimed(
  items: readonly CartItem[],
  claimed: readonly CartLine[],
  before: readonly Quantity[],
): CartItem[] {
  const now = byId(items)
  const then = byId(before)
  const isWanted = ({ id, available }: CartLine) => now.has(id) || (available && !then.has(id))
  const merged = claimed.filter(isWanted).map((line) => mergeLine(line, now.get(line.id), then.get(line.id)))
  const known = byId(claimed)
  return [...merged, ...items.filter(({ id }) => !known.has(id))]
}

function mergeLine(claimed: CartLine, now: CartItem | undefined, then: Quantity | undefined): CartItem {
  const { id, title, company, brand, price, logoUrl } = claimed
  const quantity = mergedQuantity(claimed, now, then)
  if (now !== undefined && !claimed.available) return { ...now, quantity }
  // The price that the shopper saw stays until checkout has shown a new one.
  return { ...now, id, title, company, brand, logoUrl, quantity, price: now?.price ?? price }
}

function mergedQuantity({ quantity }: Quantity, now: Quantity | undefined, then: Quantity | undefined): number {
  if (now === undefined) return quantity
  if (then === undefined) return Math.max(now.quantity, quantity)
  return now.quantity === then.quantity ? quantity : now.quantity
}

function byId<Line extends { id: string }>(lines: readonly Line[]): Map<string, Line> {
  return new Map(lines.map((line) => [line.id, line]))
}
