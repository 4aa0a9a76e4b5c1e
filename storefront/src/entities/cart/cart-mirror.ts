import { claimCart, emptyCart, fetchCart, putCartLine } from '../../lib/api/carts.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import type { ApiClient } from '../../lib/api/client.ts'
import type { Store } from '../browser-state.ts'
import { logFault } from '../../lib/log.ts'
import { sessionAtom } from '../session/session-atoms.ts'
import { cartAtom, cartIdAtom } from './cart-atoms.ts'
import { cartWaitingAtom } from './cart-waiting-atoms.ts'
import type { CartItem } from './cart.ts'
import { mergeClaimed, quantityChanges, type Quantity } from './cart-merge.ts'

export type MirrorDeps = {
  store: Store
  api: ApiClient
  newId(): string
  /** Runs a task later; returns a function that cancels it. */
  later(task: () => void, milliseconds: number): () => void
  /** Calls the listener when the connection is back; returns a function that unsubscribes it. */
  whenOnline(listener: () => void): () => void
  /** Runs a task under a lock that all tabs of this browser share. */
  alone(task: () => Promise<void>): Promise<void>
}

const batchMs = 150
const firstRetryMs = 2000
const longestRetryMs = 60_000

/**
 * Sends every change of the shopper's cart to the server, in the background and in order. Failed calls are retried with
 * exponential back-off, and at once when the connection is back, so that a cart filled offline arrives later. After
 * login the cart is claimed for the account, which merges the account's earlier cart into it; at logout the lines move
 * to a new cart that no account owns.
 */
export function startCartMirror(deps: MirrorDeps): () => void {
  return new CartMirror(deps).start()
}

class CartMirror {
  readonly #deps: MirrorDeps
  /** Quantities on the server by product; `undefined` while unknown. */
  #mirrored: Map<string, number> | undefined
  /** The lines on which server and shopper last agreed: any difference from them is a later change of the shopper. */
  #agreed: readonly Quantity[]
  #claimWanted = false
  #running = false
  #retryMs = firstRetryMs
  /** Whether the server wants no call before the next scheduled one. */
  #mustWait = false
  #cancel = () => {}
  #userName: string | undefined

  constructor(deps: MirrorDeps) {
    this.#deps = deps
    this.#userName = deps.store.get(sessionAtom)?.loginUserName
    this.#agreed = deps.store.get(cartAtom)
  }

  start(): () => void {
    const { store } = this.#deps
    const ends = [
      store.sub(cartAtom, () => this.#schedule(batchMs)),
      store.sub(cartIdAtom, () => this.#onCartId()),
      store.sub(sessionAtom, () => this.#onSession()),
      this.#deps.whenOnline(() => this.#onOnline()),
    ]
    // The login may precede the loading of this module, or may be on a page that was left before the claim arrived.
    this.#claimWanted = this.#userName !== undefined
    if (this.#claimWanted || store.get(cartAtom).length > 0) this.#schedule(batchMs)
    return () => [this.#cancel, ...ends].forEach((end) => end())
  }

  async #push(): Promise<void> {
    const { store } = this.#deps
    const items = store.get(cartAtom)
    const knownId = store.get(cartIdAtom)
    if (knownId !== null || items.length > 0 || this.#claimWanted) {
      const cartId = knownId ?? this.#startCart()
      await this.#pushLines(cartId, items)
      if (this.#claimWanted) return this.#claim(cartId)
    }
    this.#agreed = items
  }

  async #pushLines(cartId: string, items: readonly CartItem[]): Promise<void> {
    const { api } = this.#deps
    const mirrored = (this.#mirrored ??= await quantitiesOf(api, cartId))
    if (items.length === 0 && mirrored.size > 0) {
      await emptyCart(api, cartId)
      mirrored.clear()
    }
    for (const line of quantityChanges(mirrored, items)) {
      await putLine(api, cartId, line)
      mirrored.set(line.id, line.quantity)
    }
  }

  #startCart(): string {
    const cartId = this.#deps.newId()
    this.#deps.store.set(cartIdAtom, cartId)
    this.#mirrored = new Map()
    this.#claimWanted = this.#userName !== undefined
    return cartId
  }

  async #claim(cartId: string): Promise<void> {
    const { api, store } = this.#deps
    // `mergeClaimed` uses the last entry of each product, so an agreed quantity takes precedence.
    const before = [...store.get(cartAtom), ...this.#agreed]
    const cart = await claimCart(api, cartId)
    this.#claimWanted = false
    this.#mirrored = new Map(cart.items.map(({ id, quantity }) => [id, quantity]))
    this.#agreed = cart.items
    store.set(cartAtom, mergeClaimed(store.get(cartAtom), cart.items, before))
  }

  async #run(): Promise<void> {
    if (this.#running) return this.#schedule(batchMs)
    this.#running = true
    try {
      await this.#deps.alone(() => this.#push())
      this.#retryMs = firstRetryMs
      this.#deps.store.set(cartWaitingAtom, false)
    } catch (error) {
      this.#recover(error)
    } finally {
      this.#running = false
    }
  }

  #recover(error: unknown): void {
    if (!(error instanceof ApiError)) return logFault('The cart could not be mirrored', error)
    const { status, retryAfter } = error
    if ([401, 403, 409].includes(status)) return this.#abandonCart()
    // The shopper's copy is complete, so there is nothing to report.
    if (status === 429) {
      this.#retryAfter(Math.max(1000 * retryAfter || 0, this.#retryMs))
      this.#mustWait = true
      return
    }
    if (status >= 400 && status < 500) return logFault('The cart could not be mirrored', error)
    this.#deps.store.set(cartWaitingAtom, true)
    this.#retryAfter(this.#retryMs)
  }

  /** The cart has ended or belongs to an ended session, for example because another device of the account merged it: the next claim restores it. */
  #abandonCart(): void {
    this.#deps.store.set(cartIdAtom, null)
    this.#claimWanted = this.#userName !== undefined
    const isFirst = this.#retryMs === firstRetryMs
    this.#retryAfter(isFirst ? batchMs : this.#retryMs)
  }

  #retryAfter(milliseconds: number): void {
    this.#schedule(milliseconds)
    this.#retryMs = Math.min(2 * this.#retryMs, longestRetryMs)
  }

  #schedule(milliseconds: number): void {
    if (this.#mustWait) return
    this.#cancel()
    this.#cancel = this.#deps.later(() => {
      this.#mustWait = false
      void this.#run()
    }, milliseconds)
  }

  #onOnline(): void {
    this.#retryMs = firstRetryMs
    this.#schedule(0)
  }

  /** The quantities of the previous cart do not apply to the next one. */
  #onCartId(): void {
    this.#mirrored = undefined
  }

  #onSession(): void {
    const { store } = this.#deps
    const userName = store.get(sessionAtom)?.loginUserName
    if (userName === this.#userName) return
    this.#userName = userName
    this.#claimWanted = userName !== undefined
    if (userName === undefined) store.set(cartIdAtom, null)
    // The server counts accounts and networks separately.
    this.#mustWait = false
    this.#schedule(batchMs)
  }
}

async function quantitiesOf(api: ApiClient, cartId: string): Promise<Map<string, number>> {
  const cart = await fetchCart(api, cartId).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return undefined
    throw error
  })
  return new Map(cart?.items.map(({ id, quantity }) => [id, quantity]))
}

/** A product that the server no longer knows stays in the shopper's copy; checkout reports it. */
async function putLine(api: ApiClient, cartId: string, line: { id: string; quantity: number }): Promise<void> {
  await putCartLine(api, cartId, line).catch((error: unknown) => {
    if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return
    throw error
  })
}
