import { createFileRoute } from '@tanstack/react-router'
import { ResetPasswordScreen } from '../../features/accounts/reset-password-screen.tsx'
import { pageTitle } from '../../lib/shop.ts'

/** The link of a mail leads here. */
export const Route = createFileRoute('/(account)/reset-password')({
  validateSearch: ({ token }): { token?: string } => (typeof token === 'string' ? { token } : {}),
  head: () => ({
    meta: [
      { title: pageTitle('Choose a new password') },
      { name: 'robots', content: 'noindex' },
      { name: 'referrer', content: 'no-referrer' },
    ],
  }),
  component: () => {
    const { token } = Route.useSearch()
    return <ResetPasswordScreen key={token} token={token} />
  },
})
