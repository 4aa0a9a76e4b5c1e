import { atom } from 'jotai'
import type { ReactNode } from 'react'

/** What the layout shows above the content of every page, until it is set to `null`. */
export const noticeAtom = atom<ReactNode>(null)
