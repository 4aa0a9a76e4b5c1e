import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Order } from '#modules/ordering/schema.ts'
import { isUnauthorized } from '../../../lib/api/api-error.ts'
import { fetchOrder } from '../../../lib/api/orders.ts'
import { follow } from '../../../lib/follow.ts'
import { useApi } from '../../../lib/api/use-services.ts'
import { hasEnded } from './order-stages.ts'

/**
 * Keeps the order up to date while the page is visible: polls its revision, and reloads only if the revision has changed.
 * Returns the time of the last successful poll.
 */
export function useOrderPolling({ orderId, status, revision }: Order): Date | undefined {
  const api = useApi()
  const router = useRouter()
  const [polledAt, setPolledAt] = useState<Date>()
  useEffect(() => {
    if (hasEnded(status)) return
    async function look() {
      const now = await fetchOrder(api, orderId).catch((error: unknown) => {
        // The loader handles a missing login; after any other error the next poll tries again.
        if (isUnauthorized(error)) void router.invalidate()
        throw error
      })
      setPolledAt(new Date())
      if (now.revision === revision) return false
      await router.invalidate()
      return true
    }
    const { wake, pause } = follow({ look, later })
    const onVisibility = () => (document.hidden ? pause() : wake())
    onVisibility()
    document.addEventListener('visibilitychange', onVisibility)
    window.addEventListener('online', wake)
    return () => {
      pause()
      document.removeEventListener('visibilitychange', onVisibility)
      window.removeEventListener('online', wake)
    }
  }, [api, router, orderId, status, revision])
  return polledAt
}

function later(task: () => void, milliseconds: number): () => void {
  const timer = setTimeout(task, milliseconds)
  return () => clearTimeout(timer)
}
