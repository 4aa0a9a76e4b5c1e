import { atom } from 'jotai'

/** Whether changes of the cart wait on this device because the shop was unavailable. */
export const cartWaitingAtom = atom(false)
