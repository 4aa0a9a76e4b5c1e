import { useRouter } from '@tanstack/react-router'
import { useStore } from 'jotai'
import type { ProfileInput, User } from '#modules/identity/schema.ts'
import { sessionAtom } from '../../entities/session/session-atoms.ts'
import { changeMyself } from '../../lib/api/account/accounts.ts'
import { useApi } from '../../lib/api/use-services.ts'

/** Returns a function that changes the account, and shows the change in the menu and on the page. */
export function useAccountChange(): (change: ProfileInput) => Promise<User> {
  const api = useApi()
  const store = useStore()
  const router = useRouter()
  return async (change) => {
    const account = await changeMyself(api, change)
    const session = store.get(sessionAtom)
    if (session?.id === account.id) store.set(sessionAtom, { ...session, name: account.name, email: account.email })
    await router.invalidate()
    return account
  }
}
