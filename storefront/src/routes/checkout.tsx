import { createFileRoute } from '@tanstack/react-router'
import { CheckoutScreen } from '../features/checkout/checkout-screen.tsx'
import { requireSession } from '../entities/session/guards.ts'
import { pageTitle } from '../lib/shop.ts'

export const Route = createFileRoute('/checkout')({
  beforeLoad: (guarded) => void requireSession(guarded),
  head: () => ({ meta: [{ title: pageTitle('Checkout') }, { name: 'robots', content: 'noindex' }] }),
  component: CheckoutScreen,
})
