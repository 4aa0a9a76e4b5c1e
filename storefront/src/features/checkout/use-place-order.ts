import { useNavigate } from '@tanstack/react-router'
import { useStore } from 'jotai'
import { useState } from 'react'
import type { OrderedCart } from '../../entities/cart/cart-atoms.ts'
import { newId } from '../../lib/new-id.ts'
import { currentSession } from '../../entities/session/guards.ts'
import { showSent } from '../../entities/sent/show-sent.ts'
import { sessionAtom } from '../../entities/session/session-atoms.ts'
import { tabStorage } from '../../lib/storage/storage.ts'
import { useToast } from '../../lib/atoms/toast-atoms.ts'
import { useApi } from '../../lib/api/use-services.ts'
import type { OrderDraft } from './checkout.ts'
import { findEarlierOrder, placeOnce, type Address, type Placed } from './place-once.ts'
import { createUnsettledOrders } from './unsettled-order.ts'

/** Places the orders of the form with this name, each only once. */
export function usePlaceOrder(name: string, placed: (ordered: OrderedCart) => void) {
  const api = useApi()
  const store = useStore()
  const celebrate = useCelebration()
  const [unsettled] = useState(() =>
    createUnsettledOrders({ storage: tabStorage, name, newKey: newId, now: () => Date.now() }),
  )
  const needs = { api, unsettled, placed, celebrate, ownerNow: () => currentSession(store)?.loginUserName }
  return { place: (draft: OrderDraft) => placeOnce(needs, draft), findEarlierOrder: () => findEarlierOrder(needs) }
}

/** Stores the address for the next order and shows that this one was placed (spec §4), with a link to it. */
function useCelebration() {
  const toast = useToast()
  const navigate = useNavigate()
  const store = useStore()
  return (owner: string, { orderId, isEarlier }: Placed, { address, city, state, zipCode }: Address) => {
    const session = store.get(sessionAtom)
    if (session?.loginUserName === owner) store.set(sessionAtom, { ...session, address, city, state, zipCode })
    showSent(store, { kind: 'order', id: orderId, owner })
    const message = isEarlier
      ? `Your earlier order ${orderId} was placed: nothing was ordered twice`
      : `Your Order has been placed OrderId= ${orderId}`
    toast.success(message, {
      label: 'View your order',
      run: () => void navigate({ to: '/my-orders/$orderId', params: { orderId } }),
    })
  }
}
