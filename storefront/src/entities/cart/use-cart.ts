import { useHydrated } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { cartAtom } from './cart-atoms.ts'
import type { CartItem } from './cart.ts'

const none: CartItem[] = []

/** The lines of the cart; none during hydration, because the server renders pages with an empty cart. */
export function useCart(): CartItem[] {
  const items = useAtomValue(cartAtom)
  return useHydrated() ? items : none
}
