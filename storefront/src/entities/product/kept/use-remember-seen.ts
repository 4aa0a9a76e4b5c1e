import { useSetAtom } from 'jotai'
import { useEffect, useRef } from 'react'
import { rememberSeenAtom } from './kept-atoms.ts'
import type { KeptProduct } from './kept-products.ts'

/** Remembers on this device that this product was looked at. */
export function useRememberSeen(product: KeptProduct): void {
  const remember = useSetAtom(rememberSeenAtom)
  const remembered = useRef<string>(undefined)
  useEffect(() => {
    // Loaded again, as after a logout in another tab, it was not looked at again.
    if (remembered.current === product.id) return
    remembered.current = product.id
    remember(product)
  }, [remember, product])
}
