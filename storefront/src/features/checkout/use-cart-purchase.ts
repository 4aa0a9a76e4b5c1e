import { useAtomValue, useSetAtom } from 'jotai'
import { cartAtom, cartIdAtom, finishCartAtom } from '../../entities/cart/cart-atoms.ts'
import type { LineChange } from '../../entities/cart/cart-changes.ts'
import { cartChangesAtom } from '../../entities/cart/cart-offers-atoms.ts'
import { useCartCheck } from '../../entities/cart/use-cart-check.ts'
import { outcomeOf } from '../../lib/router/outcome.ts'
import { wait } from '../../lib/router/wait.ts'
import type { Purchase } from './use-checkout.ts'

/** Orders the whole cart, which is emptied by the order. */
export function useCartPurchase(): Purchase {
  const check = useCartCheck()
  const setCartId = useSetAtom(cartIdAtom)
  return {
    name: 'checkout',
    items: useAtomValue(cartAtom),
    cartId: useAtomValue(cartIdAtom),
    hasChanged: useAtomValue(cartChangesAtom).length > 0,
    recheck: () => canShowChanges(check),
    placed: useSetAtom(finishCartAtom),
    leaveCart: () => setCartId(null),
  }
}

/** The waits before each check: the read model of the price lists lags slightly behind the catalogue. */
const checkDelaysMs = [0, 300, 600, 1200, 2400]

async function canShowChanges(check: () => Promise<LineChange[]>): Promise<boolean> {
  for (const milliseconds of checkDelaysMs) {
    await wait(milliseconds)
    const changes = await outcomeOf(check(), () => '')
    if (changes.ok && changes.value.length > 0) return true
  }
  return false
}
