import { Type } from 'typebox'
import { Rejection } from '#core/domain/errors.ts'
import { pageOf, PageOf, PageQuery } from '#core/http/schemas/pagination.ts'
import { adminOnly, defineRoute, type Route } from '#core/http/routing/route.ts'
import { ProductParams } from '../list-routes.ts'
import type { ManagedQueries } from './read-model.ts'
import { presentManaged } from '../present.ts'
import { ManagedProduct } from '../schema.ts'

const ListQuery = Type.Object({
  ...PageQuery.properties,
  text: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'Words, or parts of words, to search for in id, title, company, brand and category',
      examples: ['patient monitor'],
    }),
  ),
  state: Type.Union([Type.Literal('listed'), Type.Literal('deleted')], {
    default: 'listed',
    message: 'state must be listed or deleted',
  }),
})

/** The catalogue as an admin sees it. */
export function managedRoutes(products: ManagedQueries): Route[] {
  return [listRoute(products), productRoute(products)]
}

function listRoute(products: ManagedQueries): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/catalogue/products',
    summary: 'The products for the admin, newest first: with their revisions, deleted ones included',
    access: adminOnly,
    query: ListQuery,
    responses: { 200: PageOf(ManagedProduct) },
    reads: 'product-list',
    async handle({ query }) {
      const { rows, total } = await products.page({ text: query.text, state: query.state }, query)
      return { status: 200, body: pageOf(rows.map(presentManaged), { ...query, totalElements: total }) }
    },
  })
}

function productRoute(products: ManagedQueries): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/catalogue/products/{id}',
    summary: 'One product for the admin: with its revision, also when deleted',
    access: adminOnly,
    params: ProductParams,
    responses: { 200: ManagedProduct },
    reads: 'product-list',
    async handle({ params }) {
      const row = await products.find(params.id)
      if (!row) throw new Rejection('not-found', 'There is no such product')
      return { status: 200, body: presentManaged(row), revision: row.revision }
    },
  })
}
