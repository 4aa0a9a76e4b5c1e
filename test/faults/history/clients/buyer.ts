import { randomUUID } from 'node:crypto'
import { orderFor } from '#test/support/shop/shop.ts'
import type { Call, CartOp, Line, RequestOp, Seen } from '../record/call.ts'
import { apiCall, revisionIn, type Body, type Client, type Request } from './client.ts'
import { create, someKey } from './create.ts'
import { readProduct } from './products.ts'
import { oftenFirst, type Action } from './routine.ts'
import type { Known, World } from './world.ts'

/** What a buyer does, in no order: fills carts, orders, reads, cancels, and requests service. */
export function buyerActions(): readonly Action[] {
  const own = { cartId: randomUUID() }
  const cartOf = ({ one, below }: Client, { sharedCarts }: World) =>
    below(3) === 0 ? (one(sharedCarts) ?? own.cartId) : own.cartId
  const onCart = (change: typeof setQuantity) => async (client: Client, world: World) => {
    const request = change(client, world, cartOf(client, world))
    if (request !== undefined) await client.ask(request)
  }
  return oftenFirst([
    [16, onCart(setQuantity)],
    [3, onCart(removeLine)],
    [1, onCart((_client, _world, cartId) => cartRequest({ on: 'cart', do: 'clear', cartId }, '/items', 'DELETE'))],
    [6, onCart((_client, _world, cartId) => cartRequest({ on: 'cart', do: 'read', cartId }, '', 'GET'))],
    [3, onCart((_client, _world, cartId) => cartRequest({ on: 'cart', do: 'claim', cartId }, '/claim', 'POST'))],
    [9, async (client, world) => order(client, world, own)],
    [1, async () => void (own.cartId = randomUUID())],
    [6, readOwn],
    [3, withdrawOrder],
    [6, listOwn],
    [5, readProduct],
    [3, raise],
    [2, withdrawRequest],
  ])
}

function cartRequest(op: CartOp, rest: string, method: Request['method']): Request {
  return { op, method, path: `/api/carts/${op.cartId}${rest}`, see: seeCart }
}

function seeCart({ items }: Body, headers: Headers) {
  const quantities = items.map(({ id, quantity }: Body) => [id, quantity])
  return { items: Object.fromEntries(quantities), revision: revisionIn(headers) }
}

function setQuantity(client: Client, world: World, cartId: string): Request | undefined {
  const productId = client.one([...world.products.keys()])
  if (productId === undefined) return undefined
  const quantity = client.below(6)
  const op: CartOp = { on: 'cart', do: 'set', cartId, productId, quantity }
  const own = client.below(2) === 0
  return { ...cartRequest(op, `/items/${productId}`, 'PUT'), body: { quantity }, readsOwnWrites: own }
}

function removeLine(client: Client, world: World, cartId: string): Request | undefined {
  const productId = client.one([...world.products.keys()])
  if (productId === undefined) return undefined
  return cartRequest({ on: 'cart', do: 'remove', cartId, productId }, `/items/${productId}`, 'DELETE')
}

/** An order at the prices that a client saw last; a cart that was ordered is mostly left behind. */
async function order(client: Client, world: World, own: { cartId: string }): Promise<void> {
  const lines = someLines(client, world)
  if (lines.length === 0) return
  const cartId = client.below(2) === 0 ? own.cartId : undefined
  const orderId = client.one(world.orderIds) ?? ''
  const call = await create(client, world, {
    op: { on: 'order', do: 'place', lines, cartId },
    ...apiCall('POST', '/api/orders', orderFor(lines.map(payloadOf), { orderId, cartId })),
    key: client.below(3) === 0 ? { business: orderId } : someKey(client),
    readsOwnWrites: client.below(2) === 0,
    see: ({ orderId: id, status, totalAmount }) => ({ id, status, totalPaise: paiseOf(totalAmount) }),
  })
  keep(call, client, world.orders)
  if (cartId !== undefined && client.below(4) > 0) own.cartId = randomUUID()
}

function keep(call: Call | undefined, { account }: Client, among: Known[]): void {
  if (call?.outcome.kind === 'done') among.push({ id: call.outcome.seen.id ?? '', owner: account.id })
}

function payloadOf({ productId: id, pricePaise, quantity }: Line) {
  return [{ id, title: 'Monitor', price: pricePaise / 100, company: 'Aarogya', brand: 'Aarogya' }, quantity] as const
}

function someLines({ one, below }: Client, { products }: World): Line[] {
  return Array.from({ length: 1 + below(2) }, () => one([...products])).flatMap((found) =>
    found === undefined ? [] : [{ productId: found[0], quantity: 1 + below(3), pricePaise: found[1].pricePaise }],
  )
}

/** Shows an order, mostly the caller's own. */
async function readOwn(client: Client, { orders }: World): Promise<void> {
  const own = orders.filter(({ owner }) => owner === client.account.id)
  const orderId = client.one(client.below(8) === 0 ? orders : own)?.id
  if (orderId !== undefined) await client.ask(orderRequest(orderId))
}

/** The request that reads an order from its stream. */
export function orderRequest(orderId: string): Request {
  return { op: { on: 'order', do: 'read', orderId }, method: 'GET', path: `/api/orders/${orderId}`, see: seeOrder }
}

const paiseOf = (rupees: number) => Math.round(rupees * 100)

export function seeOrder({ status, totalAmount }: Body, headers: Headers) {
  return { status, totalPaise: paiseOf(totalAmount), revision: revisionIn(headers) }
}

async function withdrawOrder(client: Client, { orders }: World): Promise<void> {
  const orderId = client.one(orders.filter(({ owner }) => owner === client.account.id))?.id
  if (orderId === undefined) return
  const op = { on: 'order', do: 'withdraw', orderId } as const
  await client.ask({ op, method: 'DELETE', path: `/api/orders/${orderId}`, see: seeOrder })
}

const size = 20

async function listOwn(client: Client): Promise<void> {
  const of = client.below(3) > 0 ? 'orders' : 'requests'
  const { loginUserName } = client.account
  const path = of === 'orders' ? `/api/orders/myorder/${loginUserName}` : `/api/orders/productRequest/${loginUserName}`
  await client.ask(listRequest({ on: 'list', of, whose: 'own', size }, path, client.below(3) > 0))
}

type ListOp = { on: 'list'; of: 'orders' | 'requests'; whose: 'own' | 'all'; size: number }

/** The first page of a list. */
export function listRequest(op: ListOp, path: string, readsOwnWrites: boolean): Request {
  return { op, method: 'GET', path: `${path}?size=${op.size}`, readsOwnWrites, see: seeRows }
}

function seeRows({ content }: Body): Seen {
  return { rows: content.map(({ id, orderId, revision, status }: Body) => ({ id: orderId ?? id, revision, status })) }
}

async function raise(client: Client, world: World): Promise<void> {
  const title = `Monitor ${client.below(1_000)}`
  const call = await create(client, world, {
    op: { on: 'request', do: 'raise', title },
    ...apiCall('POST', '/api/orders/productRequest', { title, company: 'Aarogya', description: 'No reading' }),
    key: someKey(client),
    see: ({ id, status }) => ({ id, status }),
  })
  keep(call, client, world.requests)
}

async function withdrawRequest(client: Client, { requests }: World): Promise<void> {
  const requestId = client.one(requests)?.id
  if (requestId !== undefined) await client.ask(requestStep({ on: 'request', do: 'withdraw', requestId }))
}

type Step = Extract<RequestOp, { requestId: string }>

/** A step of a service request. */
export function requestStep(op: Step, body: object = {}): Request {
  const path = `/api/orders/productRequest/${op.requestId}/${op.do}`
  return { op, method: 'POST', path, body, see: seeRequest }
}

function seeRequest({ status }: Body, headers: Headers) {
  return { status, revision: revisionIn(headers) }
}
