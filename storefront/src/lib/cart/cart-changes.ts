import type { CartLine } from '#modules/cart/schema.ts'
import type { CartItem } from './cart.ts'

type Quantity = { id: string; quantity: number }

/** What must be said to the server so that its cart holds what the shopper's does; 0 takes a line out. */
export function quantityChanges(mirrored: ReadonlyMap<string, number>, items: readonly CartItem[]): Quantity[] {
  const here = new Set(items.map(({ id }) => id))
  const gone = [...mirrored].filter(([id, quantity]) => quantity > 0 && !here.has(id)).map(([id]) => id)
  const changed = items.filter(({ id, quantity }) => mirrored.get(id) !== quantity)
  return [...gone.map((id) => ({ id, quantity: 0 })), ...changed.map(({ id, quantity }) => ({ id, quantity }))]
}

/** The shopper's cart after the account's earlier one was merged in: the larger quantity of each line won. */
export function mergeClaimed(items: readonly CartItem[], claimed: readonly CartLine[]): CartItem[] {
  const before = new Map(items.map((item) => [item.id, item]))
  const merged = claimed.map((line) => mergeLine(line, before.get(line.id)))
  const known = new Set(merged.map(({ id }) => id))
  return [...merged, ...items.filter(({ id }) => !known.has(id))]
}

function mergeLine({ id, title, company, brand, price, logoUrl, quantity }: CartLine, before?: CartItem): CartItem {
  // The price that the shopper saw stays until checkout has told them of another one.
  return { ...before, id, title, company, brand, logoUrl, quantity, price: before?.price ?? price }
}

/** A line whose product costs something else now (`to` in rupees) or has been withdrawn. */
export type LineChange = { id: string; title: string } & (
  { kind: 'price'; from: number; to: number } | { kind: 'withdrawn' }
)

/** Today's prices in rupees by product id: `undefined` for a withdrawn product, no entry for one not asked about. */
export type Offers = ReadonlyMap<string, { price: number } | undefined>

/** What changed about these lines since they were put into the cart. */
export function lineChanges(items: readonly CartItem[], offers: Offers): LineChange[] {
  return items.flatMap(({ id, title, price }): LineChange[] => {
    if (!offers.has(id)) return []
    const now = offers.get(id)
    if (!now) return [{ kind: 'withdrawn', id, title }]
    return now.price === price ? [] : [{ kind: 'price', id, title, from: price, to: now.price }]
  })
}

/** The cart with today's prices and without what was withdrawn. */
export function applyChanges(items: readonly CartItem[], changes: readonly LineChange[]): CartItem[] {
  const byId = new Map(changes.map((change) => [change.id, change]))
  return items.flatMap((item) => {
    const change = byId.get(item.id)
    if (change?.kind === 'withdrawn') return []
    return [change ? { ...item, price: change.to } : item]
  })
}
