import { createFileRoute } from '@tanstack/react-router'
import { safeRedirect } from '../lib/router/redirect.ts'
import { requireGuest } from '../entities/session/guards.ts'

/** Login and signup, for guests only; `redirect` is the page of this site to open afterwards. */
export const Route = createFileRoute('/_guest')({
  validateSearch: (search): { redirect?: string | undefined } => {
    const redirect = safeRedirect(search['redirect'])
    return { redirect: redirect === '/' ? undefined : redirect }
  },
  beforeLoad: requireGuest,
})
