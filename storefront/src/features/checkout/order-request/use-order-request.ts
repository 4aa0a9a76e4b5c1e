import { useNavigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { Product } from '#modules/catalogue/schema.ts'
import { useCheckout } from '../use-checkout.ts'

/** Orders a single product without the cart; leads to /collection whether placed or cancelled (spec §2). */
export function useOrderRequest({ id, title, company, brand, price, logoUrl }: Product) {
  const navigate = useNavigate()
  const router = useRouter()
  const [quantity, setQuantity] = useState(1)
  const items = [{ id, title, company, brand, price, logoUrl, quantity }]
  const leave = () => void navigate({ to: '/collection' })
  const checkout = useCheckout({
    name: `order ${id}`,
    items,
    cartId: null,
    hasChanged: false,
    // Reloads the product at its current price; the server's messages say what has changed.
    recheck: async () => {
      await router.invalidate()
      return false
    },
    placed: leave,
    leaveCart: () => {},
  })
  return { items, quantity, setQuantity, checkout, leave }
}
