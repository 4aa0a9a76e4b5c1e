import { Type } from 'typebox'
import { Rejection } from '#core/domain/errors.ts'
import type { EventStore, Revision } from '#core/event-store/event-store.ts'
import { contextOf } from '#core/http/routing/command-context.ts'
import { HistoryEntry, presentHistoryEntry } from '#core/http/schemas/history.ts'
import { adminOnly, defineRoute, type Reply, type Route } from '#core/http/routing/route.ts'
import { addProduct, changeProduct, readProduct, restoreProduct } from '../commands.ts'
import { factsOf } from '../domain/facts.ts'
import { ProductParams } from '../list-routes.ts'
import { presentFacts } from '../present.ts'
import { Product, ProductInput } from '../schema.ts'

/** The routes through which an ADMIN maintains the catalogue. */
export function adminRoutes(store: EventStore): Route[] {
  return [createRoute(store), updateRoute(store), deleteRoute(store), restoreRoute(store), historyRoute(store)]
}

function createRoute(store: EventStore): Route {
  return defineRoute({
    method: 'POST',
    path: '/api/products',
    summary: 'Add a product',
    access: adminOnly,
    body: ProductInput,
    responses: { 201: Product },
    idempotent: {},
    async handle(request) {
      const { productId, position, revision } = await addProduct(store, request.body, contextOf(request))
      return { ...(await present(store, productId, revision)), status: 201, position }
    },
  })
}

function updateRoute(store: EventStore): Route {
  return defineRoute({
    method: 'PUT',
    path: '/api/products/{id}',
    summary: 'Change a product',
    access: adminOnly,
    params: ProductParams,
    body: ProductInput,
    responses: { 200: Product },
    conditional: true,
    async handle(request) {
      const productId = request.params.id
      const command = { type: 'revise', ...factsOf(request.body) } as const
      const change = { productId, command, context: contextOf(request), ifMatch: request.ifMatch }
      const { position, revision } = await changeProduct(store, change)
      return { ...(await present(store, productId, revision)), status: 200, position }
    },
  })
}

function deleteRoute(store: EventStore): Route {
  return defineRoute({
    method: 'DELETE',
    path: '/api/products/{id}',
    summary: 'Delete a product',
    description: 'Deleting it again changes nothing. Its history stays, and the product can be restored.',
    access: adminOnly,
    params: ProductParams,
    responses: { 204: null },
    conditional: true,
    async handle(request) {
      const productId = request.params.id
      const command = { type: 'delete' } as const
      const change = { productId, command, context: contextOf(request), ifMatch: request.ifMatch }
      const { position } = await changeProduct(store, change).catch(async (error: unknown) => {
        // A retried or concurrent deletion fails its revision check, because the first deletion changed the revision.
        if (error instanceof Rejection) return deletionOf(store, productId, error)
        throw error
      })
      return { status: 204, position }
    },
  })
}

/** The position of a product's deletion. @throws Rejection `refusal` if the product is not deleted */
async function deletionOf(store: EventStore, productId: string, refusal: Rejection) {
  const { product, events } = await readProduct(store, productId)
  if (product.status !== 'deleted') throw refusal
  return { position: events.at(-1)?.position }
}

function restoreRoute(store: EventStore): Route {
  return defineRoute({
    method: 'POST',
    path: '/api/products/{id}/restore',
    summary: 'Restore a deleted product',
    description: 'The product returns unchanged, to its former place in the lists. Restoring it again changes nothing.',
    access: adminOnly,
    params: ProductParams,
    responses: { 200: Product },
    conditional: true,
    async handle(request) {
      const { ifMatch } = request
      const productId = request.params.id
      const change = { productId, context: contextOf(request), ifMatch }
      const { position, revision } = await restoreProduct(store, change)
      return { ...(await present(store, productId, revision)), status: 200, position }
    },
  })
}

function historyRoute(store: EventStore): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/products/{id}/history',
    summary: 'The history of a product, oldest first, price changes included',
    access: adminOnly,
    params: ProductParams,
    responses: { 200: Type.Array(HistoryEntry) },
    async handle({ params, actor }) {
      const { events } = await readProduct(store, params.id)
      return {
        status: 200,
        body: events.map((event) => presentHistoryEntry(event, actor)),
        revision: events.length - 1,
      }
    },
  })
}

/** The product as the command left it: it may have been deleted since. */
async function present(store: EventStore, id: string, to: Revision): Promise<Pick<Reply, 'body' | 'revision'>> {
  const { product, events } = await readProduct(store, id, to)
  const createDate = events[0]?.at ?? ''
  return {
    body: product.status === 'listed' ? presentFacts({ id, createDate, sku: product.sku }, product) : undefined,
    revision: events.length - 1,
  }
}
