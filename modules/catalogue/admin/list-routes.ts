import { Type, type Static } from 'typebox'
import { Rejection } from '#core/domain/errors.ts'
import { csvReply } from '#core/http/responses/csv.ts'
import { pageOf, PageOf, PageQuery } from '#core/http/schemas/pagination.ts'
import { adminOnly, defineRoute, type Route } from '#core/http/routing/route.ts'
import { ProductParams } from '../list-routes.ts'
import { productColumns } from './csv-columns.ts'
import type { ManagedQueries, ProductFilter } from './read-model.ts'
import { presentManaged } from '../present.ts'
import { ManagedProduct } from '../schema.ts'

const Filters = Type.Object({
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
  stock: Type.Optional(
    Type.Literal('none', {
      description: 'With none, only products on offer of which there is none left',
      message: 'stock must be none',
    }),
  ),
})

const ListQuery = Type.Object({ ...PageQuery.properties, ...Filters.properties })

/** The catalogue as an admin sees it. */
export function managedRoutes(products: ManagedQueries): Route[] {
  return [listRoute(products), csvRoute(products), productRoute(products)]
}

function listRoute(products: ManagedQueries): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/catalogue/products',
    summary: 'The products for the admin, newest first: with their revisions, deleted ones included',
    access: adminOnly,
    query: ListQuery,
    responses: { 200: PageOf(ManagedProduct) },
    reads: ['product-list', 'products-out-of-stock'],
    async handle({ query }) {
      const { rows, total } = await products.page(filterOf(query), query)
      return { status: 200, body: pageOf(rows.map(presentManaged), { ...query, totalElements: total }) }
    },
  })
}

function csvRoute(products: ManagedQueries): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/catalogue/products.csv',
    summary: 'The products for the admin, newest first, as a CSV file',
    description: 'Of the whole list with these filters. Prices are in rupees, times those of India.',
    access: adminOnly,
    query: Filters,
    responses: { 200: Type.String() },
    reads: ['product-list', 'products-out-of-stock'],
    handle: ({ query }) =>
      csvReply({ fileName: 'products.csv', columns: productColumns, batches: products.all(filterOf(query)) }),
  })
}

function filterOf({ text, state, stock }: Static<typeof Filters>): ProductFilter {
  return { text, state, isOutOfStock: stock === 'none' }
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
