import { createFileRoute } from '@tanstack/react-router'
import { goTo } from '../lib/go.ts'

/** An unknown path redirects to / (spec §2). */
export const Route = createFileRoute('/$')({
  beforeLoad: () => goTo('/'),
})
