import { Type } from 'typebox'
import { Rejection } from '#core/domain/errors.ts'
import { csvReply } from '#core/http/responses/csv.ts'
import { pageOf, PageOf, PageQuery } from '#core/http/schemas/pagination.ts'
import { adminOnly, defineRoute, type Route } from '#core/http/routing/route.ts'
import { ProductParams } from '../list-routes.ts'
import { productColumns } from './csv-columns.ts'
import type { ManagedQueries } from './read-model.ts'
import { presentManaged } from '../present.ts'
import { ManagedFilters, ManagedProduct, ProductSorting } from '../schema.ts'

const FileQuery = Type.Object({ ...ManagedFilters.properties, ...ProductSorting.properties })
const ListQuery = Type.Object({ ...PageQuery.properties, ...FileQuery.properties })

/** The catalogue as an admin sees it. */
export function managedRoutes(products: ManagedQueries): Route[] {
  return [listRoute(products), csvRoute(products), namesRoute(products), productRoute(products)]
}

function listRoute(products: ManagedQueries): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/catalogue/products',
    summary: 'The products for the admin, newest first or sorted: with their revisions, deleted ones included',
    access: adminOnly,
    query: ListQuery,
    responses: { 200: PageOf(ManagedProduct) },
    reads: 'product-list',
    async handle({ query }) {
      const { rows, total } = await products.page(query, query)
      return { status: 200, body: pageOf(rows.map(presentManaged), { ...query, totalElements: total }) }
    },
  })
}

function csvRoute(products: ManagedQueries): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/catalogue/products.csv',
    summary: 'The products for the admin, newest first or sorted, as a CSV file',
    description: 'Of the whole list with these filters. Prices are in rupees, times those of India.',
    access: adminOnly,
    query: FileQuery,
    responses: { 200: Type.String() },
    reads: 'product-list',
    handle: ({ query }) =>
      csvReply({ fileName: 'products.csv', columns: productColumns, batches: products.all(query, query.sort) }),
  })
}

const NamesQuery = Type.Object({
  of: Type.Union([Type.Literal('brand'), Type.Literal('company')], { message: 'of must be brand or company' }),
  text: Type.Optional(Type.String({ maxLength: 120, description: 'Parts of the name' })),
  size: Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'The most names to return' }),
})

function namesRoute(products: ManagedQueries): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/catalogue/names',
    summary: 'The brands or companies of the products, deleted ones included, in alphabetical order',
    access: adminOnly,
    query: NamesQuery,
    responses: { 200: Type.Array(Type.String()) },
    reads: 'product-list',
    async handle({ query }) {
      return { status: 200, body: await products.names(query.of, query) }
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
