import type { CartItem } from './cart.ts'

/** A line whose product has a new price (`from` and `to` in rupees) or was withdrawn. */
export type LineChange = { id: string; title: string } & (
  { kind: 'price'; from: number; to: number } | { kind: 'withdrawn' }
)

/** Current prices in rupees by product id: `undefined` for a withdrawn product, no entry for one not looked up. */
export type Offers = ReadonlyMap<string, { price: number } | undefined>

/** The changes of these lines' products since they were added to the cart. */
export function lineChanges(items: readonly CartItem[], offers: Offers): LineChange[] {
  return items.flatMap(({ id, title, price }): LineChange[] => {
    if (!offers.has(id)) return []
    const now = offers.get(id)
    if (!now) return [{ kind: 'withdrawn', id, title }]
    return now.price === price ? [] : [{ kind: 'price', id, title, from: price, to: now.price }]
  })
}

/** The cart with current prices and without withdrawn products. */
export function applyChanges(items: readonly CartItem[], changes: readonly LineChange[]): CartItem[] {
  return items.flatMap((item) => {
    const change = changes.find(({ id }) => id === item.id)
    if (change?.kind === 'withdrawn') return []
    return [change ? { ...item, price: change.to } : item]
  })
}
