import type { ApiClient } from '../../../lib/api/client.ts'
import { isUnauthorized } from '../../../lib/api/api-error.ts'
import type { useToast } from '../../../lib/atoms/toast-atoms.ts'
import { newId } from '../../../lib/new-id.ts'
import { tabStorage } from '../../../lib/storage/storage.ts'
import type { Store } from '../../../entities/browser-state.ts'
import type { OrderedCart } from '../../../entities/cart/cart-atoms.ts'
import { showSent } from '../../../entities/sent/show-sent.ts'
import { currentSession } from '../../../entities/session/guards.ts'
import { sessionAtom } from '../../../entities/session/session-atoms.ts'
import type { CheckoutState, Placed } from '../checkout-state.ts'
import type { OrderDraft } from './order-payload.ts'
import { findEarlierOrder, placeOnce, type Address } from './place-once.ts'
import { stateAfter, type Refused } from './state-after.ts'
import { createPendingOrders } from './pending-order.ts'

/** The effects of an order, or of its refusal, on what is ordered. */
export type Effects = Refused & { placed: (ordered: OrderedCart) => void }

/** Places the orders of one form, each only once. */
export type Placing = {
  /** The state of the checkout after this. @throws ApiError with status 401 if the session has ended */
  place: (draft: OrderDraft, effects: Effects) => Promise<CheckoutState>
  findEarlierOrder: (effects: Effects) => Promise<Placed | undefined>
}

type Deps = {
  api: ApiClient
  store: Store
  /** The form that places the orders. */
  name: string
  toast: ReturnType<typeof useToast>
}

export function openPlacing({ api, store, name, toast }: Deps): Placing {
  const pending = createPendingOrders({ storage: tabStorage, name, newKey: newId, now: () => Date.now() })
  const ownerNow = () => currentSession(store)?.loginUserName
  const deps = ({ placed }: Effects) => ({ api, pending, placed, celebrate, ownerNow })

  /** Stores the address for the next order and shows that this one was placed (spec §4). */
  function celebrate(owner: string, { orderId, isEarlier }: Placed, { address, city, state, zipCode }: Address) {
    const session = store.get(sessionAtom)
    if (session?.loginUserName === owner) store.set(sessionAtom, { ...session, address, city, state, zipCode })
    showSent(store, { kind: 'order', id: orderId, owner })
    const message = isEarlier
      ? `Your earlier order ${orderId} was placed: nothing was ordered twice`
      : `Your Order has been placed OrderId= ${orderId}`
    toast.success(message)
  }
  async function place(draft: OrderDraft, effects: Effects): Promise<CheckoutState> {
    try {
      return { status: 'success', ...(await placeOnce(deps(effects), draft)) }
    } catch (error) {
      if (isUnauthorized(error)) throw error
      return stateAfter(error, effects)
    }
  }
  return { place, findEarlierOrder: (effects) => findEarlierOrder(deps(effects)) }
}
