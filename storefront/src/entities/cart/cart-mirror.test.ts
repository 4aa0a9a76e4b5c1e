import { createStore } from 'jotai'
import { describe, expect, it } from 'vitest'
import type { CartLine } from '#modules/cart/schema.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import type { ApiClient, Command } from '../../lib/api/client.ts'
import { sessionAtom } from '../session/session-atoms.ts'
import type { Session } from '../session/session.ts'
import { cartAtom, cartIdAtom, clearCartAtom, finishCartAtom, putIntoCartAtom } from './cart-atoms.ts'
import { cartWaitingAtom } from './cart-waiting-atoms.ts'
import { startCartMirror } from './cart-mirror.ts'

const product = { id: 'p1', title: 'Monitor', company: 'A', brand: 'A', price: 100, logoUrl: '' }
const session: Session = {
  id: 'u1',
  name: 'Asha',
  loginUserName: 'asha',
  role: 'USER',
  accessToken: 'x',
  email: '',
  address: '',
  city: '',
  state: '',
  zipCode: '',
}

/** A cart mirror with an API that records calls and a timer that the test fires. */
function shop(loggedIn: Session | null = null) {
  const store = createStore()
  store.set(sessionAtom, loggedIn)
  const sent: string[] = []
  const failures: ApiError[] = []
  const delays: number[] = []
  let waiting: (() => void) | undefined
  let ids = 0
  let comeOnline: (() => void) | undefined
  const claim = { items: [] as CartLine[], during: () => {} }
  const respond = (call: string) => {
    sent.push(call)
    if (call.endsWith('/claim')) claim.during()
    const failure = failures.shift()
    if (failure) throw failure
    return JSON.parse(
      JSON.stringify({ id: 'c', items: call.endsWith('/claim') ? claim.items : [], total: 0, count: 0 }),
    )
  }
  const api: ApiClient = {
    download: async () => new Blob(),
    query: async (path: string) => respond(`GET ${path}`),
    command: async ({ method, path, body }: Command) => respond([method, path, JSON.stringify(body)].join(' ').trim()),
  }
  startCartMirror({
    store,
    api,
    newId: () => `cart${++ids}`,
    later(task, milliseconds) {
      delays.push(milliseconds)
      waiting = task
      return () => (waiting = undefined)
    },
    whenOnline(listener) {
      comeOnline = listener
      return () => {}
    },
    alone: (task) => task(),
  })
  async function runTimer() {
    const task = waiting
    waiting = undefined
    task?.()
    for (let turn = 0; turn < 30; turn += 1) await Promise.resolve()
  }
  return {
    store,
    sent,
    delays,
    claim,
    failures,
    runTimer,
    hasWork: () => waiting !== undefined,
    goOnline: () => comeOnline?.(),
  }
}

const put = (quantity: number) => ({ product, quantity })

describe('the cart mirror', () => {
  it('waits silently for Retry-After after too many writes', async () => {
    const { store, sent, failures, runTimer, delays, goOnline } = shop()
    failures.push(Object.assign(new ApiError(429, 'Too many cart changes'), { retryAfter: 420 }))
    store.set(putIntoCartAtom, put(1))
    await runTimer()
    expect(delays.at(-1)).toBe(420_000)
    expect(store.get(cartWaitingAtom)).toBe(false)
    store.set(putIntoCartAtom, put(2))
    goOnline()
    expect(delays.at(-1)).toBe(420_000)
    await runTimer()
    expect(sent.at(-1)).toBe('PUT /carts/cart1/items/p1 {"quantity":2}')
    expect(store.get(cartIdAtom)).toBe('cart1')
  })

  it('does not make an account wait for earlier writes from its network', async () => {
    const { store, sent, failures, runTimer, delays } = shop()
    failures.push(Object.assign(new ApiError(429, 'Too many cart changes'), { retryAfter: 420 }))
    store.set(putIntoCartAtom, put(1))
    await runTimer()
    store.set(sessionAtom, session)
    expect(delays.at(-1)).toBeLessThan(1_000)
    await runTimer()
    expect(sent.at(-1)).toBe('POST /carts/cart1/claim')
  })

  it('batches quick changes of a line into one call', async () => {
    const { store, sent, runTimer } = shop()
    store.set(putIntoCartAtom, put(1))
    store.set(putIntoCartAtom, put(4))
    await runTimer()
    expect(sent).toEqual(['PUT /carts/cart1/items/p1 {"quantity":4}'])
    expect(store.get(cartIdAtom)).toBe('cart1')
  })

  it('empties the cart on the server with one call', async () => {
    const { store, sent, runTimer } = shop()
    store.set(putIntoCartAtom, put(1))
    await runTimer()
    store.set(clearCartAtom)
    await runTimer()
    expect(sent.at(-1)).toBe('DELETE /carts/cart1/items')
  })

  it('retries a failed change until it arrives', async () => {
    const { store, sent, failures, runTimer } = shop()
    failures.push(new ApiError(0, 'offline'), new ApiError(503, 'down'))
    store.set(putIntoCartAtom, put(2))
    await runTimer()
    await runTimer()
    await runTimer()
    expect(sent).toEqual(Array(3).fill('PUT /carts/cart1/items/p1 {"quantity":2}'))
  })

  it('reports changes that wait on this device, and sends them once the connection is back', async () => {
    const { store, sent, failures, runTimer, goOnline } = shop()
    failures.push(new ApiError(0, 'offline'))
    store.set(putIntoCartAtom, put(2))
    await runTimer()
    expect(store.get(cartWaitingAtom)).toBe(true)
    goOnline()
    await runTimer()
    expect(store.get(cartWaitingAtom)).toBe(false)
    expect(sent).toHaveLength(2)
  })

  it('keeps a line whose product no longer exists on the server, and does not retry it', async () => {
    const { store, failures, runTimer, hasWork } = shop()
    failures.push(new ApiError(404, 'no such product'))
    store.set(putIntoCartAtom, put(2))
    await runTimer()
    expect(store.get(cartAtom)).toHaveLength(1)
    expect(hasWork()).toBe(false)
  })

  it('starts another cart when this one has ended', async () => {
    const { store, sent, failures, runTimer } = shop()
    failures.push(new ApiError(409, 'checked out'))
    store.set(putIntoCartAtom, put(2))
    await runTimer()
    await runTimer()
    expect(sent.at(-1)).toBe('PUT /carts/cart2/items/p1 {"quantity":2}')
  })

  it('starts the next cart after an order, without touching the ordered one', async () => {
    const { store, sent, runTimer } = shop()
    store.set(putIntoCartAtom, put(1))
    await runTimer()
    store.set(finishCartAtom, { cartId: 'cart1', items: [{ id: 'p1', quantity: 1 }] })
    await runTimer()
    store.set(putIntoCartAtom, put(3))
    await runTimer()
    expect(sent).toEqual(['PUT /carts/cart1/items/p1 {"quantity":1}', 'PUT /carts/cart2/items/p1 {"quantity":3}'])
  })

  it('also claims the cart that follows an order, and the one that follows an ended cart', async () => {
    const { store, sent, failures, runTimer } = shop()
    store.set(sessionAtom, session)
    await runTimer()
    store.set(finishCartAtom, { cartId: 'cart1', items: [{ id: 'p1', quantity: 1 }] })
    store.set(putIntoCartAtom, put(1))
    await runTimer()
    expect(sent.at(-1)).toBe('POST /carts/cart2/claim')
    failures.push(new ApiError(409, 'merged on another device'))
    store.set(putIntoCartAtom, put(2))
    await runTimer()
    await runTimer()
    expect(sent.slice(-2)).toEqual(['PUT /carts/cart3/items/p1 {"quantity":2}', 'POST /carts/cart3/claim'])
  })

  it('claims the cart at start if a user is already logged in', async () => {
    const { sent, runTimer } = shop(session)
    await runTimer()
    expect(sent).toEqual(['POST /carts/cart1/claim'])
  })

  it('removes a line from both copies if the shopper removes it during the claim', async () => {
    const { store, sent, claim, runTimer } = shop(session)
    store.set(putIntoCartAtom, put(1))
    claim.items = [{ ...product, quantity: 1, lineTotal: 100, available: true }]
    claim.during = () => store.set(cartAtom, [])
    await runTimer()
    expect(store.get(cartAtom)).toEqual([])
    await runTimer()
    expect(sent.at(-1)).toBe('DELETE /carts/cart1/items')
  })

  it.each([
    [
      'keeps a removed line removed',
      [{ ...product, id: 'p2', quantity: 1 }],
      'PUT /carts/cart2/items/p1 {"quantity":0}',
    ],
    ['keeps a cleared cart empty', [], 'DELETE /carts/cart2/items'],
  ])('%s when another device of the account has ended this cart', async (_, left, last) => {
    const { store, sent, claim, failures, runTimer } = shop(session)
    const lines = ['p1', 'p2'].map((id) => ({ ...product, id, quantity: 1 }))
    store.set(cartAtom, lines)
    claim.items = lines.map((line) => ({ ...line, lineTotal: 100, available: true }))
    await runTimer()
    await runTimer()
    expect(sent.at(-1)).toBe('POST /carts/cart1/claim')
    failures.push(new ApiError(409, 'merged on another device'))
    store.set(cartAtom, left)
    await runTimer()
    await runTimer()
    expect(sent.at(-1)).toBe('POST /carts/cart2/claim')
    await runTimer()
    expect(sent.at(-1)).toBe(last)
    expect(store.get(cartAtom)).toEqual(left)
  })

  it('claims the cart at login and starts another at logout', async () => {
    const { store, sent, runTimer } = shop()
    store.set(putIntoCartAtom, put(1))
    await runTimer()
    store.set(sessionAtom, session)
    await runTimer()
    expect(sent.at(-1)).toBe('POST /carts/cart1/claim')
    store.set(sessionAtom, null)
    await runTimer()
    expect(store.get(cartIdAtom)).toBe('cart2')
    expect(store.get(cartAtom)).toHaveLength(1)
  })
})
