import { createFileRoute } from '@tanstack/react-router'
import { goTo } from '../lib/router/go.ts'

/** An unknown path redirects to / (spec §2); one that only the first page did not know is gone to. */
export const Route = createFileRoute('/$')({
  beforeLoad: async ({ context, location }) => goTo((await context.isPage(location.pathname)) ? location.href : '/'),
})
