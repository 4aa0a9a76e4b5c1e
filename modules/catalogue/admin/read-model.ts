import { sql, type Kysely } from 'kysely'
import { likePatterns } from '#core/database/like-patterns.ts'
import type { ProductPage, ProductRow } from '../read-model.ts'

type Tables = { 'read_product_list.products': ProductRow }

/** An admin's filter. Every word of `text`, or part of one, must occur in id, title, company, brand or category. */
export type ProductFilter = { text?: string | undefined; state: 'listed' | 'deleted' }

const searched = sql<string>`lower(concat_ws(' ', product_id, details->>'title', details->>'company', details->>'brand', category))`

/** The admin's queries on the product list, which include deleted products. */
export function managedQueries(db: Kysely<unknown>) {
  const products = db.$extendTables<Tables>()

  function matching({ text, state }: ProductFilter) {
    let query = products
      .selectFrom('read_product_list.products')
      .where('created_position', state === 'listed' ? '>' : '<', 0)
    for (const pattern of likePatterns(text)) query = query.where(searched, 'like', pattern)
    return query
  }

  return {
    find: (id: string): Promise<ProductRow | undefined> =>
      products.selectFrom('read_product_list.products').selectAll().where('product_id', '=', id).executeTakeFirst(),

    /** Newest first. */
    async page(filter: ProductFilter, { page, size }: { page: number; size: number }): Promise<ProductPage> {
      const [rows, count] = await Promise.all([
        matching(filter)
          .selectAll()
          .orderBy(sql`abs(created_position)`, 'desc')
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
