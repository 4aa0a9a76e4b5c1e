import { ShoppingCart } from 'lucide-react'
import { useState } from 'react'
import type { Order } from '#modules/ordering/schema.ts'
import { useAddProducts } from '../../../entities/cart/adding/use-add-products.ts'
import { findProducts } from '../../../entities/product/find-products.ts'
import { messageOf } from '../../../lib/api/api-error.ts'
import { useApi } from '../../../lib/api/use-services.ts'
import { useToast } from '../../../lib/atoms/toast-atoms.ts'
import { Button } from '../../../ui/button.tsx'
import { Message } from '../../../ui/feedback/message.tsx'

/** Puts the order's products into the cart at their current prices, and names those that are gone. */
export function BuyAgain({ orderId, items }: Pick<Order, 'orderId' | 'items'>) {
  const { isBusy, gone, buyAgain } = useBuyAgain(items)
  return (
    <>
      <div>
        <Button look="secondary" disabled={isBusy} onClick={() => void buyAgain()}>
          <ShoppingCart aria-hidden /> Buy again <span className="visually-hidden">the products of {orderId}</span>
        </Button>
      </div>
      <output>{gone.length > 0 && <Message kind="warning">No longer available: {gone.join(', ')}</Message>}</output>
    </>
  )
}

function useBuyAgain(items: Order['items']) {
  const api = useApi()
  const toast = useToast()
  const addProducts = useAddProducts()
  const [isBusy, setIsBusy] = useState(false)
  const [gone, setGone] = useState<readonly string[]>([])

  async function buyAgain() {
    setIsBusy(true)
    try {
      const ids = items.map(({ id }) => id)
      const found = await findProducts(api, ids)
      const products = items.map(({ id, title, quantity }) => ({ product: found.get(id), title, quantity }))
      setGone(products.flatMap(({ product, title }) => (product ? [] : [title])))
      addProducts(products.flatMap(({ product, quantity }) => (product ? [{ product, quantity }] : [])))
    } catch (failure) {
      toast.error(messageOf(failure))
    } finally {
      setIsBusy(false)
    }
  }
  return { isBusy, gone, buyAgain }
}
