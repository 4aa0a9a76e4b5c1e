import { createFileRoute } from '@tanstack/react-router'
import { requireSession, loadGuarded } from '../../entities/session/guards.ts'
import { loadProfile } from '../../features/profile/load-profile.ts'
import { ProfileScreen } from '../../features/profile/profile-screen.tsx'
import { pageTitle } from '../../lib/shop.ts'

export const Route = createFileRoute('/(account)/profile')({
  beforeLoad: (guarded) => {
    requireSession(guarded)
  },
  loader: ({ context, location, abortController }) =>
    loadGuarded({ context, location }, () => loadProfile(context.api, abortController.signal)),
  head: () => ({ meta: [{ title: pageTitle('My Profile') }, { name: 'robots', content: 'noindex' }] }),
  component: () => <ProfileScreen {...Route.useLoaderData()} />,
})
