import { createFileRoute } from '@tanstack/react-router'
import { PrivacyPolicy } from '../features/content/privacy-policy.tsx'
import { pageTitle } from '../lib/shop.ts'

export const Route = createFileRoute('/privacy-policy')({
  head: () => ({ meta: [{ title: pageTitle('Privacy Policy') }] }),
  component: PrivacyPolicy,
})
