import { useStore } from 'jotai'
import { useRef } from 'react'
import { ApiError, networkMessage } from '../../lib/api/api-error.ts'
import { currentSession } from '../../entities/session/guards.ts'
import { useApi } from '../../lib/api/use-services.ts'
import { useToast } from '../../lib/atoms/toast-atoms.ts'
import { readDraft } from '../../lib/forms/drafts.ts'
import { logFault } from '../../lib/log.ts'
import { reloadIfDeployed } from '../../lib/reload-if-deployed.ts'
import { tabStorage } from '../../lib/storage/storage.ts'
import type { Placing } from './placing/placing.ts'
import { pendingOrderForm } from './pending-order-form.ts'

/** What places the orders of the form with this name. Showing the form does not need it: its script is fetched later. */
export function usePlacing(name: string) {
  const api = useApi()
  const store = useStore()
  const toast = useToast()
  const opened = useRef<Promise<Placing>>(undefined)

  async function fetchPlacing(): Promise<Placing> {
    try {
      const { openPlacing } = await import('./placing/placing.ts')
      return openPlacing({ api, store, name, toast })
    } catch (error) {
      logFault('The script that places orders could not be loaded', error)
      // Fetched again at the next attempt.
      opened.current = undefined
      reloadIfDeployed().catch(() => undefined)
      throw new ApiError(0, networkMessage)
    }
  }
  return {
    open: () => (opened.current ??= fetchPlacing()),
    /** Whether this tab sent an order of which it does not know whether it was placed. */
    hasPendingOrder: () => {
      const owner = currentSession(store)?.loginUserName
      return owner !== undefined && 'key' in readDraft(tabStorage, owner, pendingOrderForm(name))
    },
  }
}
