import { createFileRoute } from '@tanstack/react-router'
import { SiteMap } from '../features/content/site-map.tsx'
import { pageTitle } from '../lib/shop.ts'

export const Route = createFileRoute('/site-map')({
  head: () => ({ meta: [{ title: pageTitle('Site Map') }] }),
  component: SiteMap,
})
