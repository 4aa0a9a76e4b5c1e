import { createFileRoute } from '@tanstack/react-router'
import { LoginScreen } from '../../features/accounts/login-screen.tsx'
import { pageTitle } from '../../lib/shop.ts'

export const Route = createFileRoute('/_guest/login')({
  head: () => ({ meta: [{ title: pageTitle('Login') }] }),
  component: () => <LoginScreen redirect={Route.useSearch().redirect} />,
})
