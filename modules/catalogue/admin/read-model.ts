import { sql, type Kysely } from 'kysely'
import { likePatterns } from '#core/database/like-patterns.ts'
import type { ProductPage, ProductRow } from '../read-model.ts'

type Tables = { 'read_product_list.products': ProductRow }

/** What an admin looks for; `text` in id, title, company, brand and category: all of its words, or parts of them. */
export type ProductFilter = { text?: string | undefined; state: 'listed' | 'deleted' }

const searched = sql<string>`lower(concat_ws(' ', product_id, details->>'title', details->>'company', details->>'brand', category))`

/** Questions of the catalogue's keeper to the list of products, the deleted ones among them. */
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

    /** The last added first. */
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
