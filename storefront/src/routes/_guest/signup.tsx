import { createFileRoute } from '@tanstack/react-router'
import { SignupScreen } from '../../features/accounts/signup-screen.tsx'
import { pageTitle } from '../../lib/shop.ts'

export const Route = createFileRoute('/_guest/signup')({
  head: () => ({ meta: [{ title: pageTitle('Create Account') }] }),
  component: () => <SignupScreen redirect={Route.useSearch().redirect} />,
})
