import { monitor } from '#test/support/shop/shop.ts'
import type { Facts, Seen } from '../record/call.ts'
import { apiCall, revisionIn, type Body, type Client, type Request } from './client.ts'
import { create, someKey } from './create.ts'
import type { World } from './world.ts'

function inputOf({ title, pricePaise, qty }: Facts) {
  return { ...monitor, title, price: pricePaise / 100, qty }
}

function factsIn(body: Body): Facts {
  return { title: body.title, pricePaise: Math.round(body.price * 100), qty: body.qty }
}

/** Prices that no other product has had, so that a price identifies the state. */
function newFacts({ below }: Client, before?: Facts): Facts {
  const { title, pricePaise, qty } = before ?? { title: '', pricePaise: 0, qty: 0 }
  const isNew = before === undefined
  return {
    title: isNew || below(3) === 0 ? `Monitor ${below(1_000_000)}` : title,
    pricePaise: isNew || below(2) === 0 ? 100 + below(100_000_000) : pricePaise,
    qty: isNew || below(3) === 0 ? below(1_000_000) : qty,
  }
}

export async function addProduct(client: Client, world: World): Promise<void> {
  const facts = newFacts(client)
  const call = await create(client, world, {
    op: { on: 'product', do: 'add', facts },
    ...apiCall('POST', '/api/products', inputOf(facts)),
    key: someKey(client),
    see: (body): Seen => ({ id: body.id, facts: factsIn(body) }),
  })
  if (call?.outcome.kind === 'done') world.products.set(call.outcome.seen.id ?? '', facts)
}

export async function reviseProduct(client: Client, world: World): Promise<void> {
  const [productId, before] = client.one([...world.products]) ?? []
  if (productId === undefined || before === undefined) return
  const facts = newFacts(client, before)
  const call = await client.ask({
    op: { on: 'product', do: 'revise', productId, facts },
    ...apiCall('PUT', `/api/products/${productId}`, inputOf(facts)),
    see: (body, headers) => ({ facts: factsIn(body), revision: revisionIn(headers) }),
  })
  if (call?.outcome.kind === 'done') world.products.set(productId, facts)
}

/** Changes a product only if it is still as the admin has seen it. */
export async function reviseAsSeen(client: Client, world: World): Promise<void> {
  const [productId, before] = client.one([...world.products]) ?? []
  if (productId === undefined || before === undefined) return
  const seen = await client.ask(historyOf(productId))
  const ifMatch = seen?.outcome.kind === 'done' ? seen.outcome.seen.revision : undefined
  if (ifMatch === undefined) return
  const facts = newFacts(client, before)
  await client.ask({
    op: { on: 'product', do: 'revise', productId, facts, ifMatch },
    ...apiCall('PUT', `/api/products/${productId}`, inputOf(facts)),
    ifMatch,
    see: (body, headers) => ({ facts: factsIn(body), revision: revisionIn(headers) }),
  })
}

function historyOf(productId: string): Request {
  return {
    op: { on: 'product', do: 'read', productId },
    ...apiCall('GET', `/api/products/${productId}/history`),
    see: (body, headers) => ({ types: body.map(({ type }: Body) => type), revision: revisionIn(headers) }),
  }
}

export async function deleteAndRestore(client: Client, world: World): Promise<void> {
  const productId = client.one([...world.products.keys()])
  if (productId === undefined) return
  const path = `/api/products/${productId}`
  await client.ask({ op: { on: 'product', do: 'delete', productId }, method: 'DELETE', path, see: () => ({}) })
  const restore: Request = {
    op: { on: 'product', do: 'restore', productId },
    ...apiCall('POST', `${path}/restore`),
    see: (body, headers) => ({ facts: factsIn(body), revision: revisionIn(headers) }),
  }
  // Without a product on offer there would be nothing to order.
  for (let call = await client.ask(restore); call?.outcome.kind === 'unknown';) call = await client.ask(restore)
}

/** What visitors see of a product, from the read model. */
export async function readProduct(client: Client, world: World): Promise<void> {
  const productId = client.one([...world.products.keys()])
  if (productId === undefined) return
  const call = await client.ask({
    op: { on: 'list', of: 'product', productId },
    ...apiCall('GET', `/api/products/${productId}`),
    readsOwnWrites: client.below(2) === 0,
    see: (body) => ({ facts: factsIn(body) }),
  })
  const seen = call?.outcome.kind === 'done' ? call.outcome.seen.facts : undefined
  if (seen !== undefined) world.products.set(productId, seen)
}
