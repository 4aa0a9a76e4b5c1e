import { atom } from 'jotai'
import { cartAtom } from './cart-atoms.ts'
import { applyChanges, lineChanges, type Offers } from './cart-changes.ts'

/** The current prices of the products in the cart. */
export const cartOffersAtom = atom<Offers>(new Map())

/** The lines whose price has changed or whose product was withdrawn. */
export const cartChangesAtom = atom((get) => lineChanges(get(cartAtom), get(cartOffersAtom)))

/** Applies the current prices and removes withdrawn products. */
export const acceptCartChangesAtom = atom(null, (get, set) =>
  set(cartAtom, applyChanges(get(cartAtom), get(cartChangesAtom))),
)
