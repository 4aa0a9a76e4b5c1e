import { createFileRoute } from '@tanstack/react-router'
import { AboutUs } from '../features/content/about-us.tsx'
import { pageTitle } from '../lib/shop.ts'

export const Route = createFileRoute('/about-us')({
  head: () => ({ meta: [{ title: pageTitle('About Us') }] }),
  component: AboutUs,
})
