import { createFileRoute } from '@tanstack/react-router'
import { PrivacyPolicy } from '../features/content/privacy-policy.tsx'
import { pageHead } from '../lib/router/page-head.ts'

export const Route = createFileRoute('/privacy-policy')({
  head: ({ match }) =>
    pageHead(match.context.siteUrl, {
      title: 'Privacy Policy',
      path: '/privacy-policy',
      description:
        'Which personal data the shop keeps, for what and for how long, and your rights under the Digital Personal Data Protection Act, 2023.',
    }),
  component: PrivacyPolicy,
})
