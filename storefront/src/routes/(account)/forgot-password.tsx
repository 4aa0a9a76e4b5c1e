import { createFileRoute } from '@tanstack/react-router'
import { ForgotPasswordScreen } from '../../features/accounts/forgot-password-screen.tsx'
import { pageTitle } from '../../lib/shop.ts'

/** Open to logged-in persons too: a link of an old mail that is not valid leads here. */
export const Route = createFileRoute('/(account)/forgot-password')({
  head: () => ({ meta: [{ title: pageTitle('Forgot password') }, { name: 'robots', content: 'noindex' }] }),
  component: ForgotPasswordScreen,
})
