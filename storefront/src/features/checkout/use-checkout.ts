import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import type { OrderReceipt } from '#modules/ordering/schema.ts'
import { ApiError, messageOf } from '../../lib/api/api-error.ts'
import { placeOrder } from '../../lib/api/orders.ts'
import { applyChanges, type LineChange } from '../../lib/cart/cart-changes.ts'
import { cartAtom, cartIdAtom, finishCartAtom } from '../../lib/cart/cart-atoms.ts'
import { createSubmissions } from '../../lib/idempotent-submit.ts'
import { newId } from '../../lib/new-id.ts'
import { sessionAtom } from '../../lib/session/session-atoms.ts'
import { useEndSession } from '../../lib/session/use-end-session.ts'
import { useToast } from '../../lib/toast-atoms.ts'
import { useApi } from '../../lib/use-services.ts'
import { checkoutFault, orderPayload, type CheckoutFault, type CheckoutForm, type OrderDraft } from './checkout.ts'
import { checkoutDraftAtom } from './checkout-atoms.ts'
import { changesBehind } from './find-changes.ts'

/** The states of the checkout (spec §4); `changed`: prices are others now, and nothing was ordered. */
export type CheckoutState =
  | { status: 'idle' }
  | { status: 'submitting' }
  | { status: 'success'; orderId: string }
  | { status: 'error'; fault: CheckoutFault }
  | { status: 'changed'; changes: LineChange[] }

/** Places the order and says how that went. */
export function useCheckout() {
  const api = useApi()
  const endSession = useEndSession()
  const finish = useFinishOrder()
  const [items, setItems] = useAtom(cartAtom)
  const cartId = useAtomValue(cartIdAtom)
  const [state, setState] = useState<CheckoutState>({ status: 'idle' })
  const [submissionOf] = useState(() =>
    createSubmissions((draft: OrderDraft) => orderPayload(draft, Date.now()), newId),
  )

  async function submit(form: CheckoutForm): Promise<CheckoutFault | undefined> {
    const fault = checkoutFault(items, form)
    if (fault) {
      setState({ status: 'error', fault })
      return fault
    }
    setState({ status: 'submitting' })
    const { key, payload } = submissionOf({ items, form, cartId })
    try {
      const receipt = await placeOrder(api, payload, key)
      setState({ status: 'success', orderId: receipt.orderId })
      finish(receipt, form)
    } catch (error) {
      if (!endSession(error)) setState(await afterFailure(error))
    }
    return undefined
  }

  async function afterFailure(error: unknown): Promise<CheckoutState> {
    const changes = await changesBehind(api, error, items)
    if (changes.length > 0) return { status: 'changed', changes }
    return { status: 'error', fault: { message: failureMessage(error) } }
  }

  function acceptChanges(changes: readonly LineChange[]) {
    setItems(applyChanges(items, changes))
    setState({ status: 'idle' })
  }
  return { state, submit, acceptChanges }
}

/** Empties the cart, remembers the address and says so (spec §4). */
function useFinishOrder() {
  const toast = useToast()
  const finishCart = useSetAtom(finishCartAtom)
  const setDraft = useSetAtom(checkoutDraftAtom)
  const [session, setSession] = useAtom(sessionAtom)
  return ({ orderId }: OrderReceipt, { address, city, state, zipCode }: CheckoutForm) => {
    finishCart()
    setDraft(null)
    if (session) setSession({ ...session, address, city, state, zipCode })
    toast.success(`Your Order has been placed OrderId= ${orderId}`)
  }
}

/** The texts of spec §8 for an order that was not placed. */
function failureMessage(error: unknown): string {
  const otherwise = error instanceof ApiError ? 'Failed to place order. Please try again.' : undefined
  return messageOf(error, otherwise)
}
