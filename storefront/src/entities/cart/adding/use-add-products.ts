import { useStore } from 'jotai'
import type { Product } from '#modules/catalogue/schema.ts'
import { countOf } from '../../../lib/format/format.ts'
import { useToast } from '../../../lib/atoms/toast-atoms.ts'
import { cartAtom, putIntoCartAtom } from '../cart-atoms.ts'
import { cartProductOf, fullCartText } from '../cart.ts'
import { useAddedToast } from './use-added-toast.ts'

/**
 * Returns a function that adds several products to the cart, and shows a message; a product that is in the cart keeps a
 * larger quantity.
 */
export function useAddProducts() {
  const store = useStore()
  const toast = useToast()
  const showAdded = useAddedToast()

  function put(product: Product, quantity: number): boolean {
    const current = store.get(cartAtom).find(({ id }) => id === product.id)?.quantity ?? 0
    return store.set(putIntoCartAtom, { product: cartProductOf(product), quantity: Math.max(quantity, current) })
  }
  return (wanted: readonly { product: Product; quantity: number }[]) => {
    const added = wanted.filter(({ product, quantity }) => put(product, quantity))
    if (added.length > 0) showAdded(true, `${countOf(added.length, 'product')} added to cart`)
    if (added.length < wanted.length) toast.error(fullCartText)
  }
}
