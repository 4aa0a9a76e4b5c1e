import { useAtomValue, useStore } from 'jotai'
import { useCallback, useEffect } from 'react'
import { logFault } from '../../lib/log.ts'
import { useApi } from '../../lib/api/use-services.ts'
import { cartAtom, cartIdAtom } from './cart-atoms.ts'
import type { LineChange } from './cart-changes.ts'
import { cartChangesAtom, cartOffersAtom } from './cart-offers-atoms.ts'
import { lookUpOffers } from './look-up-offers.ts'

/**
 * Keeps the current prices of the cart while a screen shows it: looks them up when the screen opens, when the products
 * change, and when the window regains focus or the connection. Returns a function that looks them up again and resolves
 * to the changed lines.
 */
export function useCartCheck(): () => Promise<LineChange[]> {
  const api = useApi()
  const store = useStore()
  const products = useAtomValue(cartAtom)
    .map(({ id }) => id)
    .join(' ')
  const check = useCallback(
    async (signal?: AbortSignal) => {
      const cart = { cartId: store.get(cartIdAtom), items: store.get(cartAtom) }
      const offers = await lookUpOffers(api, cart, signal)
      if (signal?.aborted !== true) store.set(cartOffersAtom, offers)
      return store.get(cartChangesAtom)
    },
    [api, store],
  )
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    const checkAgain = () => {
      // If the shop is unavailable now, placing the order will report every change.
      check(signal).catch((error: unknown) => signal.aborted || logFault('Current prices could not be loaded', error))
    }
    if (products !== '') checkAgain()
    window.addEventListener('focus', checkAgain, { signal })
    window.addEventListener('online', checkAgain, { signal })
    return () => {
      leaving.abort()
      store.set(cartOffersAtom, new Map())
    }
  }, [check, products, store])
  return check
}
