import { atom } from 'jotai'

/** Whether changes of the cart wait on this device, because the shop could not be reached. */
export const cartWaitingAtom = atom(false)
