import { atom } from 'jotai'
import { cartAtom } from './cart-atoms.ts'
import { applyChanges, lineChanges, type Offers } from './cart-changes.ts'

/** What the shop asks today for what is in the cart. */
export const cartOffersAtom = atom<Offers>(new Map())

/** Which lines cost something else today, or are gone. */
export const cartChangesAtom = atom((get) => lineChanges(get(cartAtom), get(cartOffersAtom)))

/** Takes today's prices, and takes out what was withdrawn. */
export const acceptCartChangesAtom = atom(null, (get, set) =>
  set(cartAtom, applyChanges(get(cartAtom), get(cartChangesAtom))),
)
