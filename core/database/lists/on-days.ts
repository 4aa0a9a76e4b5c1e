import { sql, type SelectQueryBuilder } from 'kysely'
import { daysLater, startOfDay, type IndianDay } from '#core/domain/indian-day.ts'

/** Days in India; `to` is included. */
export type Days = { from?: IndianDay | undefined; to?: IndianDay | undefined }

/** Narrows a query to the rows whose time in this column is on one of the days. An index on the column finds them. */
export function onDays<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  column: string,
  { from, to }: Days,
): SelectQueryBuilder<DB, TB, Row> {
  const time = sql.ref(column)
  let narrowed = query
  if (from !== undefined) narrowed = narrowed.where(sql<boolean>`${time} >= ${startOfDay(from)}::timestamptz`)
  if (to !== undefined) narrowed = narrowed.where(sql<boolean>`${time} < ${startOfDay(daysLater(to, 1))}::timestamptz`)
  return narrowed
}
