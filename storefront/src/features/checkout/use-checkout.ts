import { useState } from 'react'
import { ApiError, isStatus, messageOf } from '../../lib/api/api-error.ts'
import type { OrderedCart } from '../../entities/cart/cart-atoms.ts'
import type { CartItem } from '../../entities/cart/cart.ts'
import { outcomeOf } from '../../lib/router/outcome.ts'
import { useEndSession } from '../../entities/session/use-end-session.ts'
import { checkoutFault, type CheckoutFault, type CheckoutForm } from './checkout.ts'
import type { Placed } from './place-once.ts'
import { isForCart, refusedLines } from './refused-lines.ts'
import { usePlaceOrder } from './use-place-order.ts'

/**
 * The states of the checkout (spec §4). `changed`: prices have changed, and nothing was ordered; `lines` are the
 * server's messages, used if the current prices could not be fetched. `retryAt`: the time in ms before which the server
 * would refuse the order again.
 */
export type CheckoutState =
  | { status: 'idle' }
  | { status: 'submitting' }
  | ({ status: 'success' } & Placed)
  | { status: 'error'; fault: CheckoutFault; retryAt?: number | undefined }
  | { status: 'changed'; lines: readonly string[] }

/** What is being ordered: the whole cart, or a single product. */
export type Purchase = {
  /** The name under which an unsettled order is stored. */
  name: string
  items: readonly CartItem[]
  /** The cart being ordered; `null` without one. */
  cartId: string | null
  /** Whether lines are known to have changed in price or to be unavailable; the buyer must accept that first. */
  hasChanged: boolean
  /** Fetches the current prices again; resolves to whether the screen now shows which lines have changed. */
  recheck: () => Promise<boolean>
  placed: (ordered: OrderedCart) => void
  /** Gives the items a new cart, because the shop refuses to order the present one (again). */
  leaveCart: () => void
}

/** The outcome of a submit: placed or not, and the field at fault, if any. */
export type SubmitOutcome = { placed: boolean; field?: keyof CheckoutForm | undefined }

/** Places the order and tracks the state of the checkout. */
export function useCheckout({ name, items, cartId, hasChanged, recheck, placed, leaveCart }: Purchase) {
  const endSession = useEndSession()
  const orders = usePlaceOrder(name, placed)
  const [state, setState] = useState<CheckoutState>({ status: 'idle' })

  async function submit(form: CheckoutForm): Promise<SubmitOutcome> {
    const stop = stateBefore({ items, form, hasChanged })
    if (stop) {
      setState(stop)
      return { placed: false, field: stop.status === 'error' ? stop.fault.field : undefined }
    }
    setState({ status: 'submitting' })
    try {
      const order = await orders.place({ items, form, cartId })
      setState({ status: 'success', ...order })
      // After an earlier order the form is kept, because the buyer may use it for the next one.
      return { placed: !order.isEarlier }
    } catch (error) {
      if (!endSession(error)) setState(await stateAfter(error, { recheck, leaveCart }))
      return { placed: false }
    }
  }

  /** Shows success if an unsettled order turns out to be placed. */
  async function findEarlierOrder(): Promise<void> {
    const found = await outcomeOf(orders.findEarlierOrder(), () => '')
    const earlier = found.ok ? found.value : undefined
    if (earlier) setState((now) => (now.status === 'success' ? now : { status: 'success', ...earlier }))
  }

  return { state, submit, findEarlierOrder, acceptChanges: () => setState({ status: 'idle' }) }
}

/** The state that prevents an order from being sent, if any. */
function stateBefore({ items, form, hasChanged }: Pick<Purchase, 'items' | 'hasChanged'> & { form: CheckoutForm }) {
  const fault = checkoutFault(items, form)
  if (fault) return { status: 'error' as const, fault }
  return hasChanged ? { status: 'changed' as const, lines: [] } : undefined
}

const cartWasOrdered =
  'This cart was ordered before, in another window or on another device. See My Orders, or place the order again to order its products once more.'

/** The state after a refusal: the changed lines at current prices, or the server's messages if those are unknown. */
async function stateAfter(
  error: unknown,
  { recheck, leaveCart }: Pick<Purchase, 'recheck' | 'leaveCart'>,
): Promise<CheckoutState> {
  if (!isStatus(error, 409)) {
    return { status: 'error', fault: { message: failureMessage(error) }, retryAt: retryTimeOf(error) }
  }
  if (isForCart(error)) {
    leaveCart()
    return { status: 'error', fault: { message: cartWasOrdered } }
  }
  const lines = refusedLines(error)
  if (lines.length > 0 && (await recheck())) return { status: 'changed', lines: [] }
  return lines.length > 0 ? { status: 'changed', lines } : { status: 'error', fault: { message: error.message } }
}

function retryTimeOf(error: unknown): number | undefined {
  return isStatus(error, 429) && error.retryAfter > 0 ? Date.now() + 1_000 * error.retryAfter : undefined
}

/** The message of spec §8 for an order that was not placed. */
function failureMessage(error: unknown): string {
  const otherwise = error instanceof ApiError ? 'Failed to place order. Please try again.' : undefined
  return messageOf(error, otherwise)
}
