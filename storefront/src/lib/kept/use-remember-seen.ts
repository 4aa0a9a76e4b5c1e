import { useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { rememberSeenAtom } from './kept-atoms.ts'
import type { KeptProduct } from './kept-products.ts'

/** Remembers on this device that this product was looked at. */
export function useRememberSeen(product: KeptProduct): void {
  const remember = useSetAtom(rememberSeenAtom)
  useEffect(() => remember(product), [remember, product])
}
