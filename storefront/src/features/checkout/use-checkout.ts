import { useNavigate } from '@tanstack/react-router'
import { useAtom } from 'jotai'
import { useState } from 'react'
import { ApiError, isStatus, messageOf } from '../../lib/api/api-error.ts'
import { placeOrder } from '../../lib/api/orders.ts'
import type { CartItem } from '../../lib/cart/cart.ts'
import { createSubmissions } from '../../lib/idempotent-submit.ts'
import { newId } from '../../lib/new-id.ts'
import { outcomeOf } from '../../lib/outcome.ts'
import { sessionAtom } from '../../lib/session/session-atoms.ts'
import { useEndSession } from '../../lib/session/use-end-session.ts'
import { useToast } from '../../lib/toast-atoms.ts'
import { useApi } from '../../lib/use-services.ts'
import { wait } from '../../lib/wait.ts'
import { checkoutFault, orderPayload, type CheckoutFault, type CheckoutForm, type OrderDraft } from './checkout.ts'
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

/** What is being ordered: the whole cart, or one product by itself. */
export type Purchase = {
  items: readonly CartItem[]
  /** The cart that becomes this order. */
  cartId: string | null
  /** Whether lines are known to cost something else today, or to be gone: they are accepted first. */
  hasChanged: boolean
  /** Looks today's prices up anew; answers whether lines have changed that the screen now shows. */
  recheck: () => Promise<boolean>
  placed: () => void
}

/** What became of a submit: placed, or the field to look at if the fault is one of a field. */
export type SubmitOutcome = { placed: boolean; field?: keyof CheckoutForm | undefined }

/** Places the order and says how that went. */
export function useCheckout({ items, cartId, hasChanged, recheck, placed }: Purchase) {
  const api = useApi()
  const endSession = useEndSession()
  const celebrate = useCelebration()
  const [state, setState] = useState<CheckoutState>({ status: 'idle' })
  const [submissionOf] = useState(() =>
    createSubmissions(
      (order: Pick<OrderDraft, 'items' | 'form'>, cart: string | null) =>
        orderPayload({ ...order, cartId: cart }, Date.now()),
      newId,
    ),
  )

  async function submit(form: CheckoutForm): Promise<SubmitOutcome> {
    const stop = stateBefore({ items, form, hasChanged })
    if (stop) {
      setState(stop)
      return { placed: false, field: stop.status === 'error' ? stop.fault.field : undefined }
    }
    setState({ status: 'submitting' })
    const { key, payload } = submissionOf({ items, form }, cartId)
    try {
      const { orderId } = await placeOrder(api, payload, key)
      setState({ status: 'success', orderId })
      celebrate(orderId, form)
      placed()
      return { placed: true }
    } catch (error) {
      if (!endSession(error)) setState(await stateAfter(error, recheck))
      return { placed: false }
    }
  }

  return { state, submit, acceptChanges: () => setState({ status: 'idle' }) }
}

/** What keeps an order from being sent at all. */
function stateBefore({ items, form, hasChanged }: Pick<Purchase, 'items' | 'hasChanged'> & { form: CheckoutForm }) {
  const fault = checkoutFault(items, form)
  if (fault) return { status: 'error' as const, fault }
  return hasChanged ? { status: 'changed' as const, lines: [] } : undefined
}

/** What to show after a refusal: the changed lines at today's prices, or in the shop's words where those are unknown. */
async function stateAfter(error: unknown, recheck: Purchase['recheck']): Promise<CheckoutState> {
  if (!isStatus(error, 409)) return { status: 'error', fault: { message: failureMessage(error) } }
  const lines = refusedLines(error)
  if (lines.length > 0 && (await canShowChanges(recheck))) return { status: 'changed', lines: [] }
  return lines.length > 0 ? { status: 'changed', lines } : { status: 'error', fault: { message: error.message } }
}

/** The prices of lists follow the catalogue a moment later: so long they are waited for between two looks. */
const looksAfterMs = [0, 300, 600, 1200, 2400]

async function canShowChanges(recheck: Purchase['recheck']): Promise<boolean> {
  for (const milliseconds of looksAfterMs) {
    await wait(milliseconds)
    const shown = await outcomeOf(recheck(), () => '')
    if (shown.ok && shown.value) return true
  }
  return false
}

/** Remembers the address for the next time and says that the order was placed (spec §4), with a way to it. */
function useCelebration() {
  const toast = useToast()
  const navigate = useNavigate()
  const [session, setSession] = useAtom(sessionAtom)
  return (orderId: string, { address, city, state, zipCode }: CheckoutForm) => {
    if (session) setSession({ ...session, address, city, state, zipCode })
    toast.success(`Your Order has been placed OrderId= ${orderId}`, {
      label: 'View your order',
      run: () => void navigate({ to: '/my-orders/$orderId', params: { orderId } }),
    })
  }
}

/** The texts of spec §8 for an order that was not placed. */
function failureMessage(error: unknown): string {
  const otherwise = error instanceof ApiError ? 'Failed to place order. Please try again.' : undefined
  return messageOf(error, otherwise)
}
