import { sql, type SelectQueryBuilder, type Simplify } from 'kysely'
import { sorted, type Sorting } from './sorted.ts'

/** Up to here, skipping the rows is cheaper than looking up where the page begins. */
const near = 1_000

type Numbered = {
  order: Sorting
  page: number
  size: number
  /** The number of rows of the list, or undefined if it is not stored. */
  total?: () => Promise<number | undefined>
}

/**
 * A page of a list by its number, read from the nearer end of the list if `total` is known. Rows that are added between the
 * two reads move the page by as many rows, as they would between two pages.
 * @param matching the rows of the list, unordered and with nothing selected
 * @param rows the same with what is to be read of them
 */
export async function pageAt<DB, TB extends keyof DB, Nothing, Row>(
  matching: SelectQueryBuilder<DB, TB, Nothing>,
  rows: SelectQueryBuilder<DB, TB, Row>,
  numbered: Numbered,
): Promise<Simplify<Row>[]> {
  const { isBackwards, ...skipping } = await nearerEnd(numbered)
  if (skipping.limit <= 0) return []
  const found = await rowsAfter(matching, rows, skipping).execute()
  return isBackwards ? found.toReversed() : found
}

/** The rows of a page in an order: `limit` of them, after those that are skipped. */
export type Skipping = { order: Sorting; skipped: number; limit: number }

/** How to read a page: from the nearer end of the list if `total` is known. Beyond the end, `limit` is not positive. */
export async function nearerEnd({ order, page, size, total }: Numbered): Promise<Skipping & { isBackwards: boolean }> {
  const skipped = page * size
  const all = skipped <= near ? undefined : await total?.()
  if (all === undefined || skipped < all / 2) return { order, skipped, limit: size, isBackwards: false }
  const limit = Math.min(size, all - skipped)
  const backwards: Sorting = { ...order, direction: order.direction === 'asc' ? 'desc' : 'asc' }
  return { order: backwards, skipped: all - skipped - limit, limit, isBackwards: true }
}

/**
 * The rows after those that are skipped. If these are many, the first row is looked up by the columns of the order alone,
 * which an index has, and the others are read from there: what is skipped is not read in the table.
 */
function rowsAfter<DB, TB extends keyof DB, Nothing, Row>(
  matching: SelectQueryBuilder<DB, TB, Nothing>,
  rows: SelectQueryBuilder<DB, TB, Row>,
  { order, skipped, limit }: Skipping,
): SelectQueryBuilder<DB, TB, Row> {
  const some = sorted(rows, order).limit(limit)
  if (skipped <= near) return some.offset(skipped)
  const columns = order.columns.map(({ by }, index) => sql`${by}`.as(`at_${index}`))
  const first = sorted(matching.select(columns), order).limit(1).offset(skipped)
  const keys = sql.join(order.columns.map(({ by }) => by))
  const fromThere = sql.raw(order.direction === 'asc' ? '>=' : '<=')
  return some.where(sql<boolean>`(${keys}) ${fromThere} ${first}`)
}
