import { sql, type Kysely } from 'kysely'
import { likePatterns } from '#core/database/like-patterns.ts'

/** A text that many products have in common. */
export type NamedField = 'brand' | 'company'

/**
 * The names of this kind that match, in alphabetical order and in any of their spellings, which differ only in case. Each step
 * goes to the next name in the index, so the query reads as many entries as there are names, not as there are products.
 */
export async function namesIn<Tables>(
  db: Kysely<Tables>,
  field: NamedField,
  { text, size }: { text?: string | undefined; size: number },
): Promise<string[]> {
  const name = sql`details->>${sql.lit(field)}`
  const products = sql.table('read_product_list.products')
  const next = (after: unknown) =>
    sql`(select lower(${name}) as key from ${products} where lower(${name}) > ${after} order by lower(${name}) limit 1)`
  const patterns = likePatterns(text).map((pattern) => sql`and key like ${pattern}`)
  const { rows } = await sql<{ name: string }>`
    with recursive names as (
      ${next(sql`''`)}
      union all
      select ${next(sql`names.key`)} from names where names.key is not null
    )
    select (select ${name} from ${products} where lower(${name}) = names.key limit 1) as name
    from names where key is not null ${sql.join(patterns, sql` `)} limit ${size}`.execute(db)
  return rows.map((row) => row.name)
}
