import { sql, type RawBuilder } from 'kysely'

/**
 * In positions of the log. A jump reads at most this many entries of the index, and one row for each block of a
 * category.
 */
const blockSize = 16_384

/** The block of a product in `products_blocks`: the positions and the category. */
export const blockOfPositions = `created_position / ${blockSize} || '/' || category`

/**
 * The query for the block in which the product at the place `first` is, newest first: the page begins `skipped` products
 * below the position `below`. No row if there are not that many products.
 */
export function blockAt(first: number, categories: readonly string[] | undefined): RawBuilder<unknown> {
  const which = categories === undefined ? sql`` : sql`and substr(value, strpos(value, '/') + 1) = any(${categories})`
  return sql`
    select (block + 1) * ${sql.lit(blockSize)} as below, (${first} - newer)::bigint as skipped
    from (
      select block, total, sum(total) over (order by block desc) - total as newer
      from (
        select split_part(value, '/', 1)::bigint as block, sum(total) as total
        from read_product_list.products_blocks where total > 0 ${which} group by 1
      ) blocks
    ) places
    where newer <= ${first} and ${first} < newer + total`
}
