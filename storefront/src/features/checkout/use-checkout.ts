import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import type { OrderReceipt } from '#modules/ordering/schema.ts'
import { ApiError, isStatus, messageOf } from '../../lib/api/api-error.ts'
import { placeOrder } from '../../lib/api/orders.ts'
import { cartAtom, cartIdAtom, finishCartAtom } from '../../lib/cart/cart-atoms.ts'
import { cartChangesAtom } from '../../lib/cart/cart-offers-atoms.ts'
import { useCartCheck } from '../../lib/cart/use-cart-check.ts'
import { createSubmissions } from '../../lib/idempotent-submit.ts'
import { newId } from '../../lib/new-id.ts'
import { outcomeOf } from '../../lib/outcome.ts'
import { sessionAtom } from '../../lib/session/session-atoms.ts'
import { useEndSession } from '../../lib/session/use-end-session.ts'
import { useToast } from '../../lib/toast-atoms.ts'
import { useApi } from '../../lib/use-services.ts'
import { checkoutFault, orderPayload, type CheckoutFault, type CheckoutForm, type OrderDraft } from './checkout.ts'
import { checkoutDraftAtom } from './checkout-atoms.ts'
import { refusedLines } from './refused-lines.ts'

/**
 * The states of the checkout (spec §4). `changed`: prices are others now, and nothing was ordered; `lines` are the
 * shop's own words for them, where today's prices could not be looked up.
 */
export type CheckoutState =
  | { status: 'idle' }
  | { status: 'submitting' }
  | { status: 'success'; orderId: string }
  | { status: 'error'; fault: CheckoutFault }
  | { status: 'changed'; lines: readonly string[] }

/** Places the order and says how that went. */
export function useCheckout() {
  const api = useApi()
  const endSession = useEndSession()
  const finish = useFinishOrder()
  const items = useAtomValue(cartAtom)
  const changes = useAtomValue(cartChangesAtom)
  const checkCart = useCartCheck()
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
    if (changes.length > 0) {
      setState({ status: 'changed', lines: [] })
      return undefined
    }
    setState({ status: 'submitting' })
    const { key, payload } = submissionOf({ items, form, cartId })
    try {
      const receipt = await placeOrder(api, payload, key)
      setState({ status: 'success', orderId: receipt.orderId })
      finish(receipt, form)
    } catch (error) {
      if (!endSession(error)) setState(await stateAfter(error, checkCart))
    }
    return undefined
  }

  return { state, submit, acceptChanges: () => setState({ status: 'idle' }) }
}

/** What to show after a refusal: the changed lines at today's prices, or in the shop's words where those are unknown. */
async function stateAfter(error: unknown, checkCart: ReturnType<typeof useCartCheck>): Promise<CheckoutState> {
  if (!isStatus(error, 409)) return { status: 'error', fault: { message: failureMessage(error) } }
  const lines = refusedLines(error)
  const known = await outcomeOf(checkCart(), () => '')
  if (known.ok && known.value.length > 0) return { status: 'changed', lines: [] }
  return lines.length > 0 ? { status: 'changed', lines } : { status: 'error', fault: { message: error.message } }
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
