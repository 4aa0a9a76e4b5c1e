import { createFileRoute } from '@tanstack/react-router'
import { QuickOrderScreen } from '../features/quick-order/quick-order-screen.tsx'
import { pageTitle } from '../lib/shop.ts'

export const Route = createFileRoute('/quick-order')({
  head: () => ({ meta: [{ title: pageTitle('Quick order') }, { name: 'robots', content: 'noindex' }] }),
  component: QuickOrderScreen,
})
