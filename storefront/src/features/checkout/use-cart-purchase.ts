import { useAtomValue, useSetAtom } from 'jotai'
import { cartAtom, cartIdAtom, finishCartAtom } from '../../entities/cart/cart-atoms.ts'
import type { LineChange } from '../../entities/cart/cart-changes.ts'
import { cartChangesAtom } from '../../entities/cart/cart-offers-atoms.ts'
import { useCartCheck } from '../../entities/cart/use-cart-check.ts'
import { outcomeOf } from '../../lib/router/outcome.ts'
import { wait } from '../../lib/router/wait.ts'
import type { Purchase } from './use-checkout.ts'

/** The whole cart, which the order empties. */
export function useCartPurchase(): Purchase {
  const check = useCartCheck()
  return {
    name: 'checkout',
    items: useAtomValue(cartAtom),
    cartId: useAtomValue(cartIdAtom),
    hasChanged: useAtomValue(cartChangesAtom).length > 0,
    recheck: () => canShowChanges(check),
    placed: useSetAtom(finishCartAtom),
  }
}

/** The prices of lists follow the catalogue a moment later: so long they are waited for between two looks. */
const looksAfterMs = [0, 300, 600, 1200, 2400]

async function canShowChanges(check: () => Promise<LineChange[]>): Promise<boolean> {
  for (const milliseconds of looksAfterMs) {
    await wait(milliseconds)
    const changes = await outcomeOf(check(), () => '')
    if (changes.ok && changes.value.length > 0) return true
  }
  return false
}
