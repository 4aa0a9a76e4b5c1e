import type { OrderPayload } from '../../lib/api/orders.ts'
import { readDraft, writeDraft, type Draft } from '../../lib/forms/drafts.ts'
import type { Submission } from '../../lib/forms/idempotent-submit.ts'
import { makeOrderId } from '../../entities/order/order-id.ts'
import type { Storage } from '../../lib/storage/storage.ts'
import { orderPayload, type OrderDraft } from './checkout.ts'

/** An order that was sent, and of which this browser does not know whether it was placed. */
export type UnsettledOrder = { owner: string; key: string; orderId: string; cartId: string | null }

type Sent = UnsettledOrder & { at: number; payload: string }

type Needs = {
  storage: Storage
  /** Which form orders here. */
  name: string
  newKey: () => string
  now: () => number
}

/**
 * Remembers the order that was sent last until the shop has answered, alongside what was typed: an answer that is lost, a
 * reload or a way through other pages makes no second order of it. Sent again, the same order has the same key and the
 * same payload.
 */
export function createUnsettledOrders({ storage, name, newKey, now }: Needs) {
  const form = `unsettled ${name}`
  /** Only where the browser stores nothing: a second click repeats the first one there, too. */
  let unstored: Sent | undefined

  function find(owner: string): Sent | undefined {
    return restored(owner, readDraft(storage, owner, form)) ?? (unstored?.owner === owner ? unstored : undefined)
  }
  function keep({ owner, key, at, cartId, payload }: Sent) {
    writeDraft(storage, owner, { form, draft: { key, at: String(at), cartId: cartId ?? '', payload } })
  }
  return {
    find: (owner: string): UnsettledOrder | undefined => find(owner),

    /** This very order, if it is the one that was sent. */
    again(owner: string, draft: OrderDraft): Submission<OrderPayload> | undefined {
      const sent = find(owner)
      if (!sent) return undefined
      // The cart's number may have changed meanwhile, which nobody wished for.
      const payload = orderPayload({ ...draft, cartId: sent.cartId }, sent.at)
      return JSON.stringify(payload) === sent.payload ? { key: sent.key, payload } : undefined
    },

    /** Remembers a new order that is about to be sent; one that was unsettled still is forgotten. */
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

    /** What became of this order is known; `false` where it was known already. */
    settle(owner: string, key: string): boolean {
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
