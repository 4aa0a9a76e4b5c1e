import { sql, type Kysely } from 'kysely'
import { inBatches } from '#core/database/lists/in-batches.ts'
import { likePatterns } from '#core/database/like-patterns.ts'
import type { OutOfStockRow, ProductPage, ProductRow } from '../read-model.ts'

type Tables = {
  'read_product_list.products': ProductRow
  'read_products_out_of_stock.products': OutOfStockRow
}

/** An admin's filter. Every word of `text`, or part of one, must occur in id, title, company, brand or category. */
export type ProductFilter = {
  text?: string | undefined
  state: 'listed' | 'deleted'
  /** Only products of which there is none left. */
  isOutOfStock?: boolean
}

const searched = sql<string>`lower(concat_ws(' ', product_id, details->>'title', details->>'company', details->>'brand', category))`

/** The admin's queries on the product list, which include deleted products. */
export function managedQueries(db: Kysely<unknown>) {
  const products = db.$extendTables<Tables>()

  const matching = (filter: ProductFilter) => matchingIn(products, filter)

  return {
    find: (id: string): Promise<ProductRow | undefined> =>
      products.selectFrom('read_product_list.products').selectAll().where('product_id', '=', id).executeTakeFirst(),

    /** The number of products on offer of which there is none left. */
    async countOutOfStock(): Promise<number> {
      const all = products.selectFrom('read_products_out_of_stock.products')
      const row = await all.select(sql<number>`count(*)`.as('total')).executeTakeFirst()
      return row?.total ?? 0
    },

    /** Newest first, of any number. */
    all: (filter: ProductFilter): AsyncGenerator<ProductRow[]> =>
      inBatches((after, limit) => {
        const newest = matching(filter).selectAll().orderBy('created_position', newestFirst(filter)).limit(limit)
        const older = filter.state === 'listed' ? '<' : '>'
        return (
          after === undefined ? newest : newest.where('created_position', older, after.created_position)
        ).execute()
      }),

    /** Newest first. */
    async page(filter: ProductFilter, { page, size }: { page: number; size: number }): Promise<ProductPage> {
      const [rows, count] = await Promise.all([
        matching(filter)
          .selectAll()
          .orderBy('created_position', newestFirst(filter))
          .limit(size)
          .offset(page * size)
          .execute(),
        matching(filter)
          .select(sql<number>`count(*)`.as('total'))
          .executeTakeFirst(),
      ])
      return { rows, total: count?.total ?? 0 }
    },
  }
}

export type ManagedQueries = ReturnType<typeof managedQueries>

/** The positions of deleted products are negative. Their absolute values would have the same order, but no index. */
const newestFirst = ({ state }: ProductFilter) => (state === 'listed' ? 'desc' : 'asc')

/** The matching rows, unordered. */
function matchingIn(products: Kysely<Tables>, { text, state, isOutOfStock = false }: ProductFilter) {
  let query = products
    .selectFrom('read_product_list.products')
    .where('created_position', state === 'listed' ? '>' : '<', 0)
  if (isOutOfStock)
    query = query.where(
      'product_id',
      'in',
      products.selectFrom('read_products_out_of_stock.products').select('product_id'),
    )
  for (const pattern of likePatterns(text)) query = query.where(searched, 'like', pattern)
  return query
}
