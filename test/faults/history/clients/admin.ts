import type { OrderStepName, RequestStepName } from '../record/call.ts'
import { listRequest, orderRequest, requestStep, seeOrder } from './buyer.ts'
import { apiCall, revisionIn, type Body, type Client, type Request } from './client.ts'
import { addProduct, deleteAndRestore, readProduct, reviseAsSeen, reviseProduct } from './products.ts'
import { oftenFirst, type Action } from './routine.ts'
import type { World } from './world.ts'

/** What an admin does: keeps the catalogue, and takes orders and service requests through their steps. */
export const adminActions: readonly Action[] = oftenFirst([
  [20, stepOrder],
  [8, stepOrderAsSeen],
  [6, stepRequest],
  [2, readRequest],
  [8, reviseProduct],
  [5, reviseAsSeen],
  [2, deleteAndRestore],
  [1, addProduct],
  [4, readProduct],
  [6, listAll],
])

const bodies: Readonly<Record<Exclude<OrderStepName, 'withdraw'>, object>> = {
  confirm: {},
  dispatch: { carrier: 'Bluedart' },
  deliver: {},
  cancel: { reason: 'Out of stock' },
  return: { reason: 'Damaged' },
}
const orderSteps = ['confirm', 'confirm', 'confirm', 'dispatch', 'dispatch', 'deliver', 'cancel', 'return'] as const

function stepOf(client: Client, orderId: string, ifMatch?: number): Request {
  const step = client.one(orderSteps) ?? 'confirm'
  return {
    op: { on: 'order', do: step, orderId, ifMatch },
    ...apiCall('POST', `/api/orders/${orderId}/${step}`, bodies[step]),
    ifMatch,
    see: seeOrder,
  }
}

async function stepOrder(client: Client, { orders }: World): Promise<void> {
  const orderId = client.one(orders)?.id
  if (orderId !== undefined) await client.ask(stepOf(client, orderId))
}

/** Takes a step only if the order is still as the admin has seen it. */
async function stepOrderAsSeen(client: Client, { orders }: World): Promise<void> {
  const orderId = client.one(orders)?.id
  if (orderId === undefined) return
  const seen = await client.ask(orderRequest(orderId))
  if (seen?.outcome.kind === 'done') await client.ask(stepOf(client, orderId, seen.outcome.seen.revision))
}

const requestBodies: Readonly<Record<Exclude<RequestStepName, 'withdraw'>, object>> = {
  acknowledge: {},
  resolve: { note: 'The cable was replaced' },
  decline: { reason: 'This model is not serviced' },
}
const requestSteps = ['acknowledge', 'acknowledge', 'resolve', 'decline'] as const

async function stepRequest(client: Client, { requests }: World): Promise<void> {
  const requestId = client.one(requests)?.id
  const step = client.one(requestSteps) ?? 'acknowledge'
  if (requestId !== undefined)
    await client.ask(requestStep({ on: 'request', do: step, requestId }, requestBodies[step]))
}

async function readRequest(client: Client, { requests }: World): Promise<void> {
  const requestId = client.one(requests)?.id
  if (requestId === undefined) return
  await client.ask({
    op: { on: 'request', do: 'read', requestId },
    ...apiCall('GET', `/api/orders/productRequest/${requestId}/history`),
    see: (body, headers) => ({ types: body.map(({ type }: Body) => type), revision: revisionIn(headers) }),
  })
}

async function listAll(client: Client): Promise<void> {
  const of = client.below(3) > 0 ? 'orders' : 'requests'
  const path = of === 'orders' ? '/api/orders' : '/api/orders/productRequest'
  await client.ask(listRequest({ on: 'list', of, whose: 'all', size: 50 }, path, client.below(2) === 0))
}
