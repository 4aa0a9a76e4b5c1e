import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely'

/** The order of a list: its columns, all in one direction, of which the last one makes it unambiguous. */
export type ListOrder<Row> = {
  columns: readonly SortColumn<Row>[]
  direction: 'asc' | 'desc'
}

/** A column of an index, or an expression, and its value in a row. */
export type SortColumn<Row> = { by: RawBuilder<unknown>; valueIn: (row: Row) => unknown }

/** An order of rows of any kind. */
export type Sorting = { columns: readonly { by: RawBuilder<unknown> }[]; direction: 'asc' | 'desc' }

/** Sorts a query as an index on these columns does. */
export function sorted<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { columns, direction }: Sorting,
): SelectQueryBuilder<DB, TB, Row> {
  return columns.reduce((ordered, { by }) => ordered.orderBy(by, direction), query)
}

/** The rows that come after this row in the order; all if it is undefined. */
export function afterRow<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { columns, direction }: ListOrder<Row>,
  row: Row | undefined,
): SelectQueryBuilder<DB, TB, Row> {
  if (row === undefined) return query
  const keys = sql.join(columns.map(({ by }) => by))
  const values = sql.join(columns.map(({ valueIn }) => valueIn(row)))
  const beyond = sql.raw(direction === 'asc' ? '>' : '<')
  return query.where(sql<boolean>`(${keys}) ${beyond} (${values})`)
}
