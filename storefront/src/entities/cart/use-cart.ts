import { useHydrated } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { cartAtom } from './cart-atoms.ts'
import type { CartItem } from './cart.ts'

const none: CartItem[] = []

/** The lines of the cart; none while a page that the server rendered is being taken over. */
export function useCart(): CartItem[] {
  const items = useAtomValue(cartAtom)
  return useHydrated() ? items : none
}
