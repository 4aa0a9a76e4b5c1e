import { atom } from 'jotai'

/** A list of codes that was pasted into the search field, for the quick order to read; empty if there is none. */
export const pastedCodesAtom = atom('')
