import { createFileRoute } from '@tanstack/react-router'
import { Support } from '../features/content/support.tsx'
import { pageTitle } from '../lib/shop.ts'

export const Route = createFileRoute('/support-client-services')({
  head: () => ({ meta: [{ title: pageTitle('Support & Client Services') }] }),
  component: Support,
})
