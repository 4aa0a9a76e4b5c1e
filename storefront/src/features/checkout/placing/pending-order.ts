import type { OrderPayload } from '../../../lib/api/orders.ts'
import { readDraft, writeDraft, type Draft } from '../../../lib/forms/drafts.ts'
import type { Submission } from '../../../lib/forms/idempotent-submit.ts'
import { makeOrderId } from '../../../entities/order/order-id.ts'
import type { Storage } from '../../../lib/storage/storage.ts'
import { orderPayload, type OrderDraft } from './order-payload.ts'
import { pendingOrderForm } from '../pending-order-form.ts'

/** An order that was sent, but of which this browser does not know whether it was placed. */
export type PendingOrder = { owner: string; key: string; orderId: string; cartId: string | null }

type Sent = PendingOrder & { at: number; payload: string }

type Deps = {
  storage: Storage
  /** The form that places the order. */
  name: string
  newKey: () => string
  now: () => number
}

/**
 * Stores the last order that was sent until the server has responded, with the drafts of the forms. The same order sent
 * again has the same idempotency key and payload, so that a lost response, a reload or a visit to other pages does not
 * lead to a second order.
 */
export function createPendingOrders({ storage, name, newKey, now }: Deps) {
  const form = pendingOrderForm(name)
  /** Used only if the browser has no storage, so that a second click repeats the first order there, too. */
  let unstored: Sent | undefined

  function find(owner: string): Sent | undefined {
    return restored(owner, readDraft(storage, owner, form)) ?? (unstored?.owner === owner ? unstored : undefined)
  }
  function keep({ owner, key, at, cartId, payload }: Sent) {
    writeDraft(storage, owner, { form, draft: { key, at: String(at), cartId: cartId ?? '', payload } })
  }
  return {
    find: (owner: string): PendingOrder | undefined => find(owner),

    /** The submission of this order, if it was sent. */
    again(owner: string, draft: OrderDraft): Submission<OrderPayload> | undefined {
      const sent = find(owner)
      if (!sent) return undefined
      // The cart id may have changed since, which does not make it a different order.
      const payload = orderPayload({ ...draft, cartId: sent.cartId }, sent.at)
      return JSON.stringify(payload) === sent.payload ? { key: sent.key, payload } : undefined
    },

    /** Stores a new order that is about to be sent; replaces a previous pending one. */
    start(owner: string, draft: OrderDraft): Submission<OrderPayload> {
      const at = now()
      const key = newKey()
      const payload = orderPayload(draft, at)
      const { orderId } = payload
      const sent = { owner, key, at, orderId, cartId: draft.cartId, payload: JSON.stringify(payload) }
      keep(sent)
      unstored = find(owner)?.key === key ? undefined : sent
      return { key, payload }
    },

    /** Removes the order, because its outcome is known; returns `false` if it was removed already. */
    remove(owner: string, key: string): boolean {
      if (find(owner)?.key !== key) return false
      if (unstored) unstored = undefined
      else writeDraft(storage, owner, { form, draft: null })
      return true
    },
  }
}

function restored(owner: string, draft: Draft): Sent | undefined {
  const { key = '', at = '', cartId = '', payload = '' } = draft
  if (key === '') return undefined
  const time = Number(at)
  return { owner, key, at: time, orderId: makeOrderId(time), cartId: cartId === '' ? null : cartId, payload }
}
