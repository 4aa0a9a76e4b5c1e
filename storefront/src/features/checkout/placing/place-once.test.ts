import { expect, it } from 'vitest'
import { createApiClient } from '../../../lib/api/client.ts'
import { storageInMemory } from '../../../lib/storage/storage-in-memory.ts'
import { emptyForm } from '../checkout.ts'
import type { OrderedCart } from '../../../entities/cart/cart-atoms.ts'
import { findEarlierOrder, placeOnce } from './place-once.ts'
import { createPendingOrders } from './pending-order.ts'

const item = { id: 'p1', title: 'Monitor', company: 'A', brand: 'A', price: 84_500, logoUrl: '', quantity: 2 }

const none = () => undefined

/** Looks for an order that `asha` sent, if the shop returns an order of the given login name. */
async function lookBack(loginUserName: string) {
  const pending = createPendingOrders({
    storage: storageInMemory(),
    name: 'x',
    newKey: () => 'k',
    now: () => 1_000,
  })
  const { payload } = pending.start('asha', { items: [item], form: emptyForm, cartId: null })
  const order = { ...payload, loginUserName, status: 'received' }
  const api = createApiClient({
    baseUrl: '/api',
    fetch: () => Promise.resolve(Response.json(order)),
    accessToken: () => 'token',
    now: () => 0,
    sleep: () => Promise.resolve(),
  })
  return findEarlierOrder({ api, pending, ownerNow: () => 'asha', placed: none, celebrate: none })
}

it('finds the order whose response was lost', async () => {
  expect(await lookBack('Asha')).toMatchObject({ isEarlier: true })
})

it('does not mistake another person’s order for it, which an ADMIN may read', async () => {
  expect(await lookBack('ravi')).toBeUndefined()
})

it('orders the lines of a cancelled order again without its cart, which has ended', async () => {
  const pending = createPendingOrders({
    storage: storageInMemory(),
    name: 'x',
    newKey: () => 'k',
    now: () => 1_000,
  })
  const draft = { items: [item], form: emptyForm, cartId: 'c1' }
  const { payload } = pending.start('asha', draft)
  const bodies: unknown[] = []
  const ended: OrderedCart[] = []
  const api = createApiClient({
    baseUrl: '/api',
    fetch: async (_url, init) => {
      if (init?.method === 'POST') bodies.push(init.body)
      return Response.json({ ...payload, loginUserName: 'asha', status: 'cancelled' })
    },
    accessToken: () => 'token',
    now: () => 0,
    sleep: () => Promise.resolve(),
  })
  const placed = (cart: OrderedCart) => void ended.push(cart)
  await placeOnce({ api, pending, ownerNow: () => 'asha', placed, celebrate: none }, draft)
  expect(payload).toMatchObject({ cartId: 'c1' })
  expect(bodies).toEqual([expect.not.stringContaining('c1')])
  expect(ended[0]).toEqual({ cartId: 'c1', items: [] })
})
