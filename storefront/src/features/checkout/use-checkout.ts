import { useState } from 'react'
import { ApiError, isStatus, messageOf } from '../../lib/api/api-error.ts'
import type { OrderedCart } from '../../entities/cart/cart-atoms.ts'
import type { CartItem } from '../../entities/cart/cart.ts'
import { outcomeOf } from '../../lib/router/outcome.ts'
import { useEndSession } from '../../entities/session/use-end-session.ts'
import { checkoutFault, type CheckoutFault, type CheckoutForm } from './checkout.ts'
import type { Placed } from './place-once.ts'
import { refusedLines } from './refused-lines.ts'
import { usePlaceOrder } from './use-place-order.ts'

/**
 * The states of the checkout (spec §4). `changed`: prices are others now, and nothing was ordered; `lines` are the
 * shop's own words for them, where today's prices could not be looked up.
 */
export type CheckoutState =
  | { status: 'idle' }
  | { status: 'submitting' }
  | ({ status: 'success' } & Placed)
  | { status: 'error'; fault: CheckoutFault }
  | { status: 'changed'; lines: readonly string[] }

/** What is being ordered: the whole cart, or one product by itself. */
export type Purchase = {
  /** Under which an order without an answer is remembered. */
  name: string
  items: readonly CartItem[]
  /** The cart that becomes this order. */
  cartId: string | null
  /** Whether lines are known to cost something else today, or to be gone: they are accepted first. */
  hasChanged: boolean
  /** Looks today's prices up again; answers whether the screen now shows by itself which lines have changed. */
  recheck: () => Promise<boolean>
  placed: (ordered: OrderedCart) => void
}

/** What became of a submit: placed, or the field to look at if the fault is one of a field. */
export type SubmitOutcome = { placed: boolean; field?: keyof CheckoutForm | undefined }

/** Places the order and says how that went. */
export function useCheckout({ name, items, cartId, hasChanged, recheck, placed }: Purchase) {
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
      // What was typed is of the order that was not needed, and may be of the next one.
      return { placed: !order.isEarlier }
    } catch (error) {
      if (!endSession(error)) setState(await stateAfter(error, recheck))
      return { placed: false }
    }
  }

  /** Says at once if an order that had no answer was placed nevertheless. */
  async function lookBack(): Promise<void> {
    const found = await outcomeOf(orders.lookBack(), () => '')
    const earlier = found.ok ? found.value : undefined
    if (earlier) setState((now) => (now.status === 'success' ? now : { status: 'success', ...earlier }))
  }

  return { state, submit, lookBack, acceptChanges: () => setState({ status: 'idle' }) }
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
  if (lines.length > 0 && (await recheck())) return { status: 'changed', lines: [] }
  return lines.length > 0 ? { status: 'changed', lines } : { status: 'error', fault: { message: error.message } }
}

/** The texts of spec §8 for an order that was not placed. */
function failureMessage(error: unknown): string {
  const otherwise = error instanceof ApiError ? 'Failed to place order. Please try again.' : undefined
  return messageOf(error, otherwise)
}
