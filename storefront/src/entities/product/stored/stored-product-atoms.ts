import { atom } from 'jotai'
import { rememberSeen, type StoredProduct } from './stored-products.ts'

/** The products in the comparison, stored in this browser. */
export const comparedAtom = atom<StoredProduct[]>([])

/** The recently viewed products, stored in this browser, newest first. */
export const seenAtom = atom<StoredProduct[]>([])

export const rememberSeenAtom = atom(null, (get, set, product: StoredProduct) =>
  set(seenAtom, rememberSeen(get(seenAtom), product)),
)
