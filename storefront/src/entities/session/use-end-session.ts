import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useSetAtom } from 'jotai'
import { useCallback } from 'react'
import { isUnauthorized, messageOf } from '../../lib/api/api-error.ts'
import { useToast } from '../../lib/toast-atoms.ts'
import { sessionAtom } from './session-atoms.ts'

/**
 * For actions: gives a function that, for a refusal for want of a login, ends the session and goes to the login, to
 * come back to this page; it answers whether that was the case.
 */
export function useEndSession(): (error: unknown) => boolean {
  const navigate = useNavigate()
  const endSession = useSetAtom(sessionAtom)
  const toast = useToast()
  const href = useRouterState({ select: (state) => state.location.href })
  return useCallback(
    (error) => {
      if (!isUnauthorized(error)) return false
      endSession(null)
      toast.info(messageOf(error))
      // Nobody chose to leave: a form keeps what was typed, and an import cannot go on without a login.
      void navigate({ to: '/login', search: { redirect: href }, ignoreBlocker: true })
      return true
    },
    [navigate, endSession, toast, href],
  )
}
