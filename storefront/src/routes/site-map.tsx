import { createFileRoute } from '@tanstack/react-router'
import { SiteMap } from '../features/content/site-map.tsx'
import { pageHead } from '../lib/router/page-head.ts'

export const Route = createFileRoute('/site-map')({
  head: ({ match }) =>
    pageHead(match.context.siteUrl, {
      title: 'Site Map',
      path: '/site-map',
      description: 'Every page of the shop in one list: departments, categories, service and company pages.',
    }),
  component: SiteMap,
})
