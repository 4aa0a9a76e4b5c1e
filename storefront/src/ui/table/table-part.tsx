import type { ReactNode } from 'react'
import type { Column } from './columns.ts'
import { DataTable } from './data-table.tsx'
import { ListPart } from './list-part.tsx'

type TablePartProps<Row> = {
  title: string
  /** The link to the whole list. */
  all: ReactNode
  rows: readonly Row[]
  /** Without sorting (`unsortedColumns`). */
  columns: readonly Column<Row>[]
  keyOf: (row: Row) => string
}

/** A part of a screen with the newest rows of a list as a table. */
export function TablePart<Row>({ title, all, rows, columns, keyOf }: TablePartProps<Row>) {
  const name = title.toLowerCase()
  return (
    <ListPart title={title} all={all} empty={`No ${name}.`} isEmpty={rows.length === 0}>
      <DataTable name={`Newest ${name}`} rows={rows} columns={columns} keyOf={keyOf} sort="" isCompact />
    </ListPart>
  )
}
