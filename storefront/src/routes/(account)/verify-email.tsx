import { createFileRoute } from '@tanstack/react-router'
import { VerifyEmailScreen } from '../../features/accounts/verify-email-screen.tsx'
import { pageTitle } from '../../lib/shop.ts'

/** The link of the verification mail leads here. */
export const Route = createFileRoute('/(account)/verify-email')({
  validateSearch: ({ token }): { token?: string } => (typeof token === 'string' ? { token } : {}),
  head: () => ({
    meta: [
      { title: pageTitle('Confirm your email') },
      { name: 'robots', content: 'noindex' },
      { name: 'referrer', content: 'no-referrer' },
    ],
  }),
  component: () => {
    const { token } = Route.useSearch()
    return <VerifyEmailScreen key={token} token={token} />
  },
})
