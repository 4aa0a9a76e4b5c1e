import { atom } from 'jotai'

/**
 * A list of codes that was pasted into the search field, for the quick order to read; empty if there is none. Each object
 * is read once, so that the same list can be read again.
 */
export const pastedCodesAtom = atom({ list: '' })
