import { createFileRoute } from '@tanstack/react-router'
import { AboutUs } from '../features/content/about-us.tsx'
import { pageHead } from '../lib/router/page-head.ts'

export const Route = createFileRoute('/about-us')({
  head: ({ match }) =>
    pageHead(match.context.siteUrl, {
      title: 'About Us',
      path: '/about-us',
      description:
        'Who we are: a provider of medical equipment and healthcare supplies for hospitals, clinics and homes across India.',
    }),
  component: AboutUs,
})
