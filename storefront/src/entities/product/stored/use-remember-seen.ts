import { useSetAtom } from 'jotai'
import { useEffect, useRef } from 'react'
import { rememberSeenAtom } from './stored-product-atoms.ts'
import type { StoredProduct } from './stored-products.ts'

/** Records in this browser that this product was viewed. */
export function useRememberSeen(product: StoredProduct): void {
  const remember = useSetAtom(rememberSeenAtom)
  const remembered = useRef<string>(undefined)
  useEffect(() => {
    // Loading the data again, for example after a logout in another tab, is not another view.
    if (remembered.current === product.id) return
    remembered.current = product.id
    remember(product)
  }, [remember, product])
}
