import { atom } from 'jotai'
import { rememberSeen, type KeptProduct } from './kept-products.ts'

/** The devices that were chosen to be compared, on this device. */
export const comparedAtom = atom<KeptProduct[]>([])

/** The products that were looked at lately on this device, the last one first. */
export const seenAtom = atom<KeptProduct[]>([])

export const rememberSeenAtom = atom(null, (get, set, product: KeptProduct) =>
  set(seenAtom, rememberSeen(get(seenAtom), product)),
)
