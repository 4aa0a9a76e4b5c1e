import type { ReactNode } from 'react'

/** A column of a table. */
export type Column<Row> = {
  /** Its name in the address; also in `sort`, if the list can be sorted by it. */
  id: string
  head: string
  cell: (row: Row) => ReactNode
  /** The direction of the first click on its head, if the list can be sorted by it. */
  sorts?: 'asc' | 'desc'
  /** Numbers are aligned at the end of the column. */
  isNumber?: boolean
  /** Takes the width that the others leave. */
  fills?: boolean
  /** Shown only if it is chosen. */
  isExtra?: boolean
  /** Left out if a table has no room for every usual column, unless it is chosen. */
  isMinor?: boolean
}

/** The columns that the address names, or else the usual ones. The first one, which names the row, is always shown. */
export function shownColumns<Row>(columns: readonly Column<Row>[], chosen: string | undefined): Column<Row>[] {
  const ids = chosen?.split('.')
  if (ids === undefined) return columns.filter(({ isExtra }) => !isExtra)
  return columns
    .filter(({ id }, place) => place === 0 || ids.includes(id))
    .map((column) => ({ ...column, isMinor: false }))
}

/** The order that a click on the head of a column leads to: its first direction, then the other one. */
export function nextSort(column: Pick<Column<never>, 'id' | 'sorts'>, current: string): string {
  const first = `${column.id}-${column.sorts}`
  return current === first ? `${column.id}-${column.sorts === 'asc' ? 'desc' : 'asc'}` : first
}

/** The sort order of the list by this column, for `aria-sort`. */
export function sortedAs(id: string, current: string): 'ascending' | 'descending' | undefined {
  if (current === `${id}-asc`) return 'ascending'
  return current === `${id}-desc` ? 'descending' : undefined
}

/** These columns of a list, in this order, without sorting: for a part of it in a fixed order. */
export function unsortedColumns<Id extends string, Row>(
  columns: readonly (Column<Row> & { id: Id })[],
  ids: readonly Id[],
): Column<Row>[] {
  return ids.flatMap((id) =>
    columns.flatMap(({ sorts: _sorts, ...column }) => (column.id === id ? [{ ...column, isMinor: false }] : [])),
  )
}
