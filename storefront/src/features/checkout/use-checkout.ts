import { useState } from 'react'
import { messageOf } from '../../lib/api/api-error.ts'
import type { CartItem } from '../../entities/cart/cart.ts'
import { outcomeOf } from '../../lib/router/outcome.ts'
import { useEndSession } from '../../entities/session/use-end-session.ts'
import type { CheckoutState } from './checkout-state.ts'
import { checkoutFault, type CheckoutForm } from './checkout.ts'
import type { Effects } from './placing/placing.ts'
import { usePlacing } from './use-placing.ts'

/** What is being ordered: the whole cart, or a single product. */
export type Purchase = Effects & {
  /** The name under which a pending order is stored. */
  name: string
  items: readonly CartItem[]
  /** The cart being ordered; `null` without one. */
  cartId: string | null
  /** Whether lines are known to have changed in price or to be unavailable; the buyer must accept that first. */
  hasChanged: boolean
}

/** The outcome of a submit: placed or not, and the field at fault, if any. */
export type SubmitOutcome = { placed: boolean; field?: keyof CheckoutForm | undefined }

/** Places the order and tracks the state of the checkout. */
export function useCheckout({ name, items, cartId, hasChanged, ...effects }: Purchase) {
  const endSession = useEndSession()
  const placing = usePlacing(name)
  const [state, setState] = useState<CheckoutState>({ status: 'idle' })

  async function submit(form: CheckoutForm): Promise<SubmitOutcome> {
    const stop = stateBefore({ items, form, hasChanged })
    if (stop) {
      setState(stop)
      return { placed: false, field: stop.status === 'error' ? stop.fault.field : undefined }
    }
    setState({ status: 'submitting' })
    try {
      const next = await (await placing.open()).place({ items, form, cartId }, effects)
      setState(next)
      // After an earlier order the form is kept, because the buyer may use it for the next one.
      return { placed: next.status === 'success' && !next.isEarlier }
    } catch (error) {
      if (!endSession(error)) setState({ status: 'error', fault: { message: messageOf(error) } })
      return { placed: false }
    }
  }

  /** Shows success if a pending order turns out to be placed. */
  async function findEarlierOrder(): Promise<void> {
    if (!placing.hasPendingOrder()) return
    const found = await outcomeOf(
      placing.open().then((opened) => opened.findEarlierOrder(effects)),
      () => '',
    )
    const earlier = found.ok ? found.value : undefined
    if (earlier) setState((now) => (now.status === 'success' ? now : { status: 'success', ...earlier }))
  }

  return {
    state,
    submit,
    findEarlierOrder,
    /** Fetches what places the order, so that it need not be fetched when the form is sent. */
    prepare: () => void outcomeOf(placing.open(), () => ''),
    acceptChanges: () => setState({ status: 'idle' }),
  }
}

/** The state that prevents an order from being sent, if any. */
function stateBefore({ items, form, hasChanged }: Pick<Purchase, 'items' | 'hasChanged'> & { form: CheckoutForm }) {
  const fault = checkoutFault(items, form)
  if (fault) return { status: 'error' as const, fault }
  return hasChanged ? { status: 'changed' as const, lines: [] } : undefined
}
