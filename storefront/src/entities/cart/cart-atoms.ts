import { atom } from 'jotai'
import { cartTotal, removeItem, setItem, setQuantity, withoutOrdered, type CartItem, type CartProduct } from './cart.ts'

/** The shopper's own copy of the cart. Local storage and the cart's stream follow it, never the other way round. */
export const cartAtom = atom<CartItem[]>([])

/** The cart's id on the server: a UUID that this browser made; `null` until something is put into it. */
export const cartIdAtom = atom<string | null>(null)

export const cartTotalAtom = atom((get) => cartTotal(get(cartAtom)))

type Put = { product: CartProduct; quantity: number }

/** Puts a product into the cart; one that is there gets this quantity. Answers whether it is in the cart then. */
export const putIntoCartAtom = atom(null, (get, set, { product, quantity }: Put): boolean => {
  const items = setItem(get(cartAtom), product, quantity)
  set(cartAtom, items)
  return items.some(({ id }) => id === product.id)
})

/** Puts one piece into the cart, or answers that it could not; one that is there keeps the quantity chosen for it. */
export const addToCartAtom = atom(null, (get, set, product: CartProduct): boolean => {
  const present = get(cartAtom).find(({ id }) => id === product.id)
  return set(putIntoCartAtom, { product, quantity: present?.quantity ?? 1 })
})

export const setCartQuantityAtom = atom(null, (get, set, { id, quantity }: Pick<CartItem, 'id' | 'quantity'>) =>
  set(cartAtom, setQuantity(get(cartAtom), id, quantity)),
)

export const removeFromCartAtom = atom(null, (get, set, id: string) => set(cartAtom, removeItem(get(cartAtom), id)))

/** Empties the cart; it stays the same cart. */
export const clearCartAtom = atom(null, (_get, set) => set(cartAtom, []))

/** What an order was made of; `cartId` is the cart's that became it. */
export type OrderedCart = { cartId: string | null; items: readonly Pick<CartItem, 'id' | 'quantity'>[] }

/** The cart became an order: what has come into it since stays, in another cart. */
export const finishCartAtom = atom(null, (get, set, { cartId, items }: OrderedCart) => {
  if (get(cartIdAtom) === cartId) set(cartIdAtom, null)
  set(cartAtom, withoutOrdered(get(cartAtom), items))
})
