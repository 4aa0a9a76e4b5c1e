import { Type } from 'typebox'
import { Rejection } from '#core/domain/errors.ts'
import { pageOf, PageOf, PageQuery } from '#core/http/schemas/pagination.ts'
import { defineRoute, type Route } from '#core/http/routing/route.ts'
import { findCollection } from './domain/categories.ts'
import { presentProduct } from './present.ts'
import { productTag, tagsOfList, type ProductQueries } from './read-model.ts'
import { Product } from './schema.ts'

const cachedBy = 'product-list'

/** Product ids are lower-case; any case is accepted, because people copy them from lists of SKUs. */
export const ProductParams = Type.Object({
  id: Type.String({ inLowerCase: true, maxLength: 200, examples: ['icu-mon-0001'] }),
})

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
    query: PageQuery,
    responses: { 200: PageOf(Product) },
    reads: cachedBy,
    cachedBy,
    async handle({ query }) {
      const { rows, total } = await products.page(undefined, query)
      const body = pageOf(rows.map(presentProduct), { ...query, totalElements: total })
      return { status: 200, body, tags: tagsOfList(rows) }
    },
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
    query: PageQuery,
    responses: { 200: PageOf(Product) },
    reads: cachedBy,
    cachedBy,
    async handle({ params, query }) {
      const collection = findCollection(params.category)
      if (!collection) throw new Rejection('not-found', 'There is no such collection')
      const { rows, total } = await products.page(collection.path, query)
      const body = pageOf(rows.map(presentProduct), { ...query, totalElements: total })
      return { status: 200, body, tags: tagsOfList(rows, collection.path) }
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
