import { useSetAtom, useStore } from 'jotai'
import { ShoppingCart } from 'lucide-react'
import { useState } from 'react'
import type { Product } from '#modules/catalogue/schema.ts'
import type { Order } from '#modules/ordering/schema.ts'
import { useAddedToast } from '../../../entities/cart/adding/use-added-toast.ts'
import { cartAtom, putIntoCartAtom } from '../../../entities/cart/cart-atoms.ts'
import { fullCartText } from '../../../entities/cart/cart.ts'
import { findProduct } from '../../../entities/product/find-product.ts'
import { messageOf } from '../../../lib/api/api-error.ts'
import { useApi } from '../../../lib/api/use-services.ts'
import { countOf } from '../../../lib/format/format.ts'
import { useToast } from '../../../lib/toast-atoms.ts'
import { Button } from '../../../ui/button.tsx'
import { Message } from '../../../ui/feedback/message.tsx'

/** Puts the order's products into the cart at their present prices, and names those that are gone. */
export function BuyAgain({ items }: Pick<Order, 'items'>) {
  const { isBusy, gone, buyAgain } = useBuyAgain(items)
  return (
    <>
      <div>
        <Button look="secondary" disabled={isBusy} onClick={() => void buyAgain()}>
          <ShoppingCart aria-hidden /> Buy again
        </Button>
      </div>
      <output>{gone.length > 0 && <Message kind="warning">No longer available: {gone.join(', ')}</Message>}</output>
    </>
  )
}

function useBuyAgain(items: Order['items']) {
  const api = useApi()
  const toast = useToast()
  const put = usePutAgain()
  const added = useAddedToast()
  const [isBusy, setIsBusy] = useState(false)
  const [gone, setGone] = useState<readonly string[]>([])

  async function buyAgain() {
    setIsBusy(true)
    try {
      const found = await Promise.all(items.map(async (item) => ({ item, product: await findProduct(api, item.id) })))
      setGone(found.flatMap(({ item, product }) => (product === null ? [item.title] : [])))
      const fitting = found.filter(({ item, product }) => product !== null && put(product, item.quantity))
      if (fitting.length > 0) added(true, `${countOf(fitting.length, 'product')} added to cart`)
      if (found.some((one) => one.product !== null && !fitting.includes(one))) toast.error(fullCartText)
    } catch (failure) {
      toast.error(messageOf(failure))
    } finally {
      setIsBusy(false)
    }
  }
  return { isBusy, gone, buyAgain }
}

/** Returns a function that puts a product into the cart, with the larger quantity if it is there; false if it is full. */
function usePutAgain() {
  const store = useStore()
  const put = useSetAtom(putIntoCartAtom)
  return ({ id, title, company, brand, price, logoUrl }: Product, quantity: number): boolean => {
    const present = store.get(cartAtom).find((line) => line.id === id)?.quantity ?? 0
    return put({ product: { id, title, company, brand, price, logoUrl }, quantity: Math.max(quantity, present) })
  }
}
