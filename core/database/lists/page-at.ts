import { sql, type SelectQueryBuilder } from 'kysely'
import { sorted, type Sorting } from './sorted.ts'

/** Up to here, passing over the rows is cheaper than looking up where the page begins. */
const near = 1_000

type Numbered = { order: Sorting; page: number; size: number }

/**
 * A page of a list by its number. Far from the beginning, its first row is looked up by the columns of the order alone, which
 * an index has, and the page is read from there: the rows before it are passed over without reading the table.
 * @param matching the rows of the list, unordered and with nothing selected
 * @param rows the same with what is to be read of them
 */
export function pageAt<DB, TB extends keyof DB, Nothing, Row>(
  matching: SelectQueryBuilder<DB, TB, Nothing>,
  rows: SelectQueryBuilder<DB, TB, Row>,
  { order, page, size }: Numbered,
): SelectQueryBuilder<DB, TB, Row> {
  const skipped = page * size
  const some = sorted(rows, order).limit(size)
  if (skipped <= near) return some.offset(skipped)
  const columns = order.columns.map(({ by }, index) => sql`${by}`.as(`at_${index}`))
  const first = sorted(matching.select(columns), order).limit(1).offset(skipped)
  const keys = sql.join(order.columns.map(({ by }) => by))
  const fromThere = sql.raw(order.direction === 'asc' ? '>=' : '<=')
  return some.where(sql<boolean>`(${keys}) ${fromThere} ${first}`)
}
