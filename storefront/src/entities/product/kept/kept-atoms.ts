import { atom } from 'jotai'
import { rememberSeen, type KeptProduct } from './kept-products.ts'

/** The products in the comparison, stored in this browser. */
export const comparedAtom = atom<KeptProduct[]>([])

/** The recently viewed products, stored in this browser, newest first. */
export const seenAtom = atom<KeptProduct[]>([])

export const rememberSeenAtom = atom(null, (get, set, product: KeptProduct) =>
  set(seenAtom, rememberSeen(get(seenAtom), product)),
)
