import { useSetAtom } from 'jotai'
import type { Product } from '#modules/catalogue/schema.ts'
import { putIntoCartAtom } from '../../entities/cart/cart-atoms.ts'
import { fullCartText } from '../../entities/cart/cart.ts'
import { countOf } from '../../lib/format/format.ts'
import { useToast } from '../../lib/toast-atoms.ts'

/** Puts products into the cart; one that is in it gets the quantity of the list. */
export function useFillCart() {
  const put = useSetAtom(putIntoCartAtom)
  const toast = useToast()
  return (wanted: readonly { product: Product; quantity: number }[]) => {
    const added = wanted.filter(({ product: { id, title, company, brand, price, logoUrl }, quantity }) =>
      put({ product: { id, title, company, brand, price, logoUrl }, quantity }),
    )
    if (added.length < wanted.length) toast.error(fullCartText)
    if (added.length > 0) toast.success(`${countOf(added.length, 'product')} added to cart`)
  }
}
