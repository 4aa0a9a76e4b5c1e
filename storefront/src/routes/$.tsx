import { createFileRoute } from '@tanstack/react-router'
import { goTo } from '../lib/router/go.ts'

/** An unknown path redirects to / (spec §2); a path whose route the first page omitted is loaded again. */
export const Route = createFileRoute('/$')({
  beforeLoad: async ({ context, location }) => goTo((await context.isPage(location.pathname)) ? location.href : '/'),
})
