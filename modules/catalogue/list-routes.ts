import { Type, type Static } from 'typebox'
import { Rejection } from '#core/domain/errors.ts'
import { pageOf, PageOf, PageQuery } from '#core/http/schemas/pagination.ts'
import { defineRoute, type Route } from '#core/http/routing/route.ts'
import { findCollection } from './domain/categories.ts'
import { presentProduct } from './present.ts'
import { productTag, tagsOfList, type ProductQueries, type ProductRow } from './read-model.ts'
import { Product } from './schema.ts'

const cachedBy = 'product-list'

/** Product ids are lower-case; any case is accepted, because people copy them from lists of SKUs. */
export const ProductParams = Type.Object({
  id: Type.String({ inLowerCase: true, maxLength: 200, examples: ['icu-mon-0001'] }),
})

const neighbour = (text: string) => Type.Optional(Type.String({ inLowerCase: true, maxLength: 200, description: text }))

/** Pages by number, or pages next to one that the client has, which cost the same at any depth. */
const ListQuery = Type.Object({
  ...PageQuery.properties,
  after: neighbour(
    'The id of the last product of the previous page: this page continues after it, even if products have been added or ' +
      'deleted since. `page` is then only the number to return.',
  ),
  before: neighbour('The id of the first product of the next page, in the same way. Not together with `after`.'),
})
type ListQuery = Static<typeof ListQuery>

async function pageIn(products: ProductQueries, collection: string | undefined, query: ListQuery) {
  const { after, before, ...part } = query
  if (after !== undefined || before !== undefined) return neighbourIn(products, collection, query)
  const { rows, total } = await products.page(collection, part)
  return listReply(rows, { collection, page: pageOf(rows.map(presentProduct), { ...part, totalElements: total }) })
}

/** @throws Rejection if there never was a product with the id of the neighbour */
async function neighbourIn(products: ProductQueries, collection: string | undefined, query: ListQuery) {
  const { page, size } = query
  const { id, field } = neighbourOf(query)
  // One more than requested, to see whether there are others.
  const { rows, total } = await products.page(collection, { ...query, size: size + 1 })
  if (rows.length === 0 && !(await products.hasEverBeen(id))) throw invalid(field, 'No product has ever had this id')
  const isEnd = rows.length <= size
  const own = field === 'after' ? rows.slice(0, size) : rows.slice(-size)
  const ends = field === 'after' ? { first: false, last: isEnd } : { first: isEnd, last: false }
  const numbered = pageOf(own.map(presentProduct), { page, size, totalElements: total })
  return listReply(own, { collection, page: { ...numbered, ...ends } })
}

/** @throws Rejection if both are given */
function neighbourOf({ after, before }: ListQuery): { id: string; field: 'after' | 'before' } {
  if (after !== undefined && before !== undefined) throw invalid('before', 'Only one of after and before may be given')
  return after === undefined ? { id: before ?? '', field: 'before' } : { id: after, field: 'after' }
}

function listReply<Body>(rows: ProductRow[], { collection, page }: { collection: string | undefined; page: Body }) {
  return { status: 200, body: page, tags: tagsOfList(rows, collection) }
}

function invalid(field: string, message: string): Rejection {
  return new Rejection('invalid', message, { errors: [{ field, defaultMessage: message }] })
}

/** The public product lists. */
export function listRoutes(products: ProductQueries): Route[] {
  return [pageRoute(products), newestRoute(products), collectionRoute(products), productRoute(products)]
}

function pageRoute(products: ProductQueries): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/products',
    summary: 'All products, newest first',
    access: 'everyone',
    query: ListQuery,
    responses: { 200: PageOf(Product) },
    reads: cachedBy,
    cachedBy,
    handle: ({ query }) => pageIn(products, undefined, query),
  })
}

function newestRoute(products: ProductQueries): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/products/newest',
    summary: 'The newest products',
    access: 'everyone',
    query: Type.Object({ number: Type.Integer({ minimum: 1, maximum: 50, default: 8 }) }),
    responses: { 200: Type.Array(Product) },
    reads: cachedBy,
    cachedBy,
    async handle({ query }) {
      const rows = await products.newest(query.number)
      return { status: 200, body: rows.map(presentProduct), tags: tagsOfList(rows) }
    },
  })
}

function collectionRoute(products: ProductQueries): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/products/collection/{category}',
    summary: 'The products of a collection, newest first',
    description: 'A top-level collection holds the products of its sub-categories too. Case does not matter.',
    access: 'everyone',
    params: Type.Object({ category: Type.String({ maxLength: 100, examples: ['icu-equipments'] }) }),
    query: ListQuery,
    responses: { 200: PageOf(Product) },
    reads: cachedBy,
    cachedBy,
    async handle({ params, query }) {
      const collection = findCollection(params.category)
      if (!collection) throw new Rejection('not-found', 'There is no such collection')
      return pageIn(products, collection.path, query)
    },
  })
}

function productRoute(products: ProductQueries): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/products/{id}',
    summary: 'One product',
    access: 'everyone',
    params: ProductParams,
    responses: { 200: Product },
    reads: cachedBy,
    cachedBy,
    async handle({ params }) {
      const [row] = await products.byIds([params.id])
      if (!row) throw new Rejection('not-found', 'There is no such product')
      return { status: 200, body: presentProduct(row), revision: row.revision, tags: [productTag(row.product_id)] }
    },
  })
}
