import { claimCart, emptyCart, fetchCart, putCartLine } from '../../lib/api/carts.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import type { ApiClient } from '../../lib/api/client.ts'
import type { Store } from '../browser-state.ts'
import { logFault } from '../../lib/log.ts'
import { sessionAtom } from '../session/session-atoms.ts'
import { cartAtom, cartIdAtom } from './cart-atoms.ts'
import { cartWaitingAtom } from './cart-waiting-atoms.ts'
import type { CartItem } from './cart.ts'
import { mergeClaimed, quantityChanges, type Quantity } from './cart-changes.ts'

export type MirrorNeeds = {
  store: Store
  api: ApiClient
  newId(): string
  /** Runs a task later; returns the function that calls it off. */
  later(task: () => void, milliseconds: number): () => void
  /** Tells when the connection is back; returns the function that stops it. */
  whenOnline(listener: () => void): () => void
  /** Runs a task while no other tab of this browser runs one. */
  alone(task: () => Promise<void>): Promise<void>
}

const gatherMs = 150
const firstRetryMs = 2000
const longestRetryMs = 60_000

/**
 * Carries every change of the shopper's cart to its stream, in the background and in order: what
 * fails is tried again, less and less often, and at once when the connection is back, so that a cart filled offline
 * arrives later. A cart of somebody who is logged in is claimed for the account, and lines of an earlier cart of the
 * account come along; at a logout the lines move to a cart that belongs to nobody.
 */
export function startCartMirror(needs: MirrorNeeds): () => void {
  return new CartMirror(needs).start()
}

class CartMirror {
  readonly #needs: MirrorNeeds
  /** Quantities on the server by product; `undefined` while unknown. */
  #mirrored: Map<string, number> | undefined
  /** What the account's cart and the shopper's copy last had in common: what differs now, the shopper has done since. */
  #agreed: readonly Quantity[]
  #claimWanted = false
  #running = false
  #retryMs = firstRetryMs
  #callOff = () => {}
  #userName: string | undefined

  constructor(needs: MirrorNeeds) {
    this.#needs = needs
    this.#userName = needs.store.get(sessionAtom)?.loginUserName
    this.#agreed = needs.store.get(cartAtom)
  }

  start(): () => void {
    const { store } = this.#needs
    const ends = [
      store.sub(cartAtom, () => this.#schedule(gatherMs)),
      store.sub(cartIdAtom, () => this.#onCartId()),
      store.sub(sessionAtom, () => this.#onSession()),
      this.#needs.whenOnline(() => this.#onOnline()),
    ]
    // The login may have been before this was fetched, or on a page that was left before the claim arrived.
    this.#claimWanted = this.#userName !== undefined
    if (this.#claimWanted || store.get(cartAtom).length > 0) this.#schedule(gatherMs)
    return () => [this.#callOff, ...ends].forEach((end) => end())
  }

  async #push(): Promise<void> {
    const { store } = this.#needs
    const items = store.get(cartAtom)
    const known = store.get(cartIdAtom)
    if (known !== null || items.length > 0 || this.#claimWanted) {
      const cartId = known ?? this.#startCart()
      await this.#pushLines(cartId, items)
      if (this.#claimWanted) return this.#claim(cartId)
    }
    this.#agreed = items
  }

  async #pushLines(cartId: string, items: readonly CartItem[]): Promise<void> {
    const { api } = this.#needs
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
    const cartId = this.#needs.newId()
    this.#needs.store.set(cartIdAtom, cartId)
    this.#mirrored = new Map()
    this.#claimWanted = this.#userName !== undefined
    return cartId
  }

  async #claim(cartId: string): Promise<void> {
    const { api, store } = this.#needs
    // Of a line that is in both, the later one counts: what it was agreed to be.
    const before = [...store.get(cartAtom), ...this.#agreed]
    const cart = await claimCart(api, cartId)
    this.#claimWanted = false
    this.#mirrored = new Map(cart.items.map(({ id, quantity }) => [id, quantity]))
    this.#agreed = cart.items
    store.set(cartAtom, mergeClaimed(store.get(cartAtom), cart.items, before))
  }

  async #run(): Promise<void> {
    if (this.#running) return this.#schedule(gatherMs)
    this.#running = true
    try {
      await this.#needs.alone(() => this.#push())
      this.#retryMs = firstRetryMs
      this.#needs.store.set(cartWaitingAtom, false)
    } catch (error) {
      this.#recover(error)
    } finally {
      this.#running = false
    }
  }

  #recover(error: unknown): void {
    const status = error instanceof ApiError ? error.status : undefined
    if (status === 403 || status === 409) return this.#leave()
    if (status === undefined || (status >= 400 && status < 500 && status !== 429))
      return logFault('The cart could not be mirrored', error)
    this.#needs.store.set(cartWaitingAtom, true)
    this.#tryAgain(this.#retryMs)
  }

  /** The cart has ended, such as by another device of the account that has claimed its lines: they come along again. */
  #leave(): void {
    this.#needs.store.set(cartIdAtom, null)
    this.#claimWanted = this.#userName !== undefined
    const isFirst = this.#retryMs === firstRetryMs
    this.#tryAgain(isFirst ? gatherMs : this.#retryMs)
  }

  #tryAgain(milliseconds: number): void {
    this.#schedule(milliseconds)
    this.#retryMs = Math.min(2 * this.#retryMs, longestRetryMs)
  }

  #schedule(milliseconds: number): void {
    this.#callOff()
    this.#callOff = this.#needs.later(() => void this.#run(), milliseconds)
  }

  #onOnline(): void {
    this.#retryMs = firstRetryMs
    this.#schedule(0)
  }

  /** A cart that has become an order, or was left, tells nothing about the next one. */
  #onCartId(): void {
    this.#mirrored = undefined
  }

  #onSession(): void {
    const { store } = this.#needs
    const userName = store.get(sessionAtom)?.loginUserName
    if (userName === this.#userName) return
    this.#userName = userName
    this.#claimWanted = userName !== undefined
    if (userName === undefined) store.set(cartIdAtom, null)
    this.#schedule(gatherMs)
  }
}

async function quantitiesOf(api: ApiClient, cartId: string): Promise<Map<string, number>> {
  const cart = await fetchCart(api, cartId).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return undefined
    throw error
  })
  return new Map(cart?.items.map(({ id, quantity }) => [id, quantity]))
}

/** A product that the server no longer knows stays in the shopper's copy; checkout says so plainly. */
async function putLine(api: ApiClient, cartId: string, line: { id: string; quantity: number }): Promise<void> {
  await putCartLine(api, cartId, line).catch((error: unknown) => {
    if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return
    throw error
  })
}
