import { useAtomValue, useStore } from 'jotai'
import { useCallback, useEffect } from 'react'
import { logFault } from '../../lib/log.ts'
import { useApi } from '../../lib/api/use-services.ts'
import { cartAtom, cartIdAtom } from './cart-atoms.ts'
import type { LineChange } from './cart-changes.ts'
import { cartChangesAtom, cartOffersAtom } from './cart-offers-atoms.ts'
import { lookUpOffers } from './look-up-offers.ts'

/**
 * Keeps today's prices of the cart known while a screen shows it: asked when it opens, when lines come in, and when
 * somebody comes back to it. Gives a function that asks again and answers what has changed.
 */
export function useCartCheck(): () => Promise<LineChange[]> {
  const api = useApi()
  const store = useStore()
  const products = useAtomValue(cartAtom)
    .map(({ id }) => id)
    .join(' ')
  const check = useCallback(
    async (signal?: AbortSignal) => {
      const asked = { cartId: store.get(cartIdAtom), items: store.get(cartAtom) }
      const offers = await lookUpOffers(api, asked, signal)
      if (signal?.aborted !== true) store.set(cartOffersAtom, offers)
      return store.get(cartChangesAtom)
    },
    [api, store],
  )
  useEffect(() => {
    const asking = new AbortController()
    const look = () => {
      // Where the shop cannot be asked now, the order itself will be told of every change.
      check(asking.signal).catch((error: unknown) => asking.signal.aborted || logFault('No prices of today', error))
    }
    if (products !== '') look()
    window.addEventListener('focus', look, { signal: asking.signal })
    window.addEventListener('online', look, { signal: asking.signal })
    return () => {
      asking.abort()
      store.set(cartOffersAtom, new Map())
    }
  }, [check, products, store])
  return check
}
