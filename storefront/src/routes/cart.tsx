import { createFileRoute } from '@tanstack/react-router'
import { CartScreen } from '../features/cart/cart-screen.tsx'
import { pageTitle } from '../lib/shop.ts'

export const Route = createFileRoute('/cart')({
  head: () => ({ meta: [{ title: pageTitle('Cart') }, { name: 'robots', content: 'noindex' }] }),
  component: CartScreen,
})
