import { createFileRoute } from '@tanstack/react-router'
import { Support } from '../features/content/support.tsx'
import { pageHead } from '../lib/router/page-head.ts'

export const Route = createFileRoute('/support-client-services')({
  head: ({ match }) =>
    pageHead(match.context.siteUrl, {
      title: 'Support & Client Services',
      path: '/support-client-services',
      description:
        'How to reach us, delivery, two-week replacement, installation and service for the medical equipment you bought.',
    }),
  component: Support,
})
