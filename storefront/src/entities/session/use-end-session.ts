import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useSetAtom } from 'jotai'
import { useCallback } from 'react'
import { isUnauthorized, messageOf } from '../../lib/api/api-error.ts'
import { useToast } from '../../lib/atoms/toast-atoms.ts'
import { sessionAtom } from './session-atoms.ts'

/**
 * For actions: returns a function that, for an error with status 401, ends the session, opens the login page, which
 * leads back to this page, and returns true; for any other error it returns false.
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
      // No leave warning: the user did not choose to leave, forms keep their drafts, and an import cannot continue.
      void navigate({ to: '/login', search: { redirect: href }, ignoreBlocker: true })
      return true
    },
    [navigate, endSession, toast, href],
  )
}
