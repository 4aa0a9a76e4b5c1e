import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { Fragment, useRef, type ReactNode } from 'react'
import { nextSort, sortedAs, type Column } from './columns.ts'
import { SelectAllBox, SelectBox } from './select-box.tsx'
import { useRowKeys } from './use-row-keys.ts'
import type { Selection } from './use-selection.ts'
import styles from './data-table.module.css'

type DataTableProps<Row> = {
  /** The name of the listed items, such as `Orders`. */
  name: string
  rows: readonly Row[]
  /** The columns that are shown. Enter opens the first link of a row, or presses its button with `opensRow`. */
  columns: readonly Column<Row>[]
  keyOf: (row: Row) => string
  /** The name of a row, if its key means nothing to a reader. */
  nameOf?: ((row: Row) => string) | undefined
  /** The sort order of the rows, such as `total-desc`. */
  sort: string
  isCompact: boolean
  /** Absent if no step can be applied to several rows. */
  selection?: Selection | undefined
  /** The actions for one row, in a last column. */
  actions?: ((row: Row) => ReactNode) | undefined
  actionsHead?: string
  /** Wraps a row in the context that its cells share. */
  within?: ((row: Row, shown: ReactNode) => ReactNode) | undefined
}

/** A table whose rows the API has sorted: the header of each sortable column is a link to that order. */
export function DataTable<Row>({ name, rows, columns, keyOf, ...rest }: DataTableProps<Row>) {
  const { nameOf = keyOf, sort, isCompact, selection, actions, actionsHead = 'Next steps', within } = rest
  const table = useRef<HTMLTableElement>(null)
  useRowKeys(table, (key) => selection?.toggle(key))
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- on the keyboard, a focused region scrolls sideways
    <section className={styles['scroll']} aria-label={name} tabIndex={0}>
      <table ref={table} className={clsx(styles['table'], isCompact && styles['compact'])}>
        <thead>
          <tr>
            {selection && (
              <td className={styles['check']}>
                <SelectAllBox selection={selection} count={rows.length} />
              </td>
            )}
            {columns.map((column) => (
              <ColumnHead key={column.id} column={column} sort={sort} />
            ))}
            {actions && <th scope="col">{actionsHead}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const key = keyOf(row)
            const isSelected = selection?.isSelected(key) ?? false
            const shown = (
              <tr data-key={key} tabIndex={-1} className={clsx(isSelected && styles['selected'])}>
                {selection && (
                  <td className={styles['check']}>
                    <SelectBox selection={selection} of={key} name={nameOf(row)} />
                  </td>
                )}
                {columns.map((column) => (
                  <Cell key={column.id} column={column} content={column.cell(row)} />
                ))}
                {actions && <td className={styles['actions']}>{actions(row)}</td>}
              </tr>
            )
            return <Fragment key={key}>{within ? within(row, shown) : shown}</Fragment>
          })}
        </tbody>
      </table>
    </section>
  )
}

function Cell<Row>({ column: { isNumber, fills, isMinor }, content }: { column: Column<Row>; content: ReactNode }) {
  // A text that does not fit is cut off; the whole text is available as a tooltip.
  const title = typeof content === 'string' ? content : undefined
  return (
    <td
      className={clsx(isNumber && styles['number'], fills && styles['fills'], isMinor && styles['minor'])}
      title={title}
    >
      {content}
    </td>
  )
}

/** Each list has its own orders, so their names are not of one type. */
const parameter: string = 'sort'

const icons = { ascending: ArrowUp, descending: ArrowDown, none: ChevronsUpDown }

function ColumnHead<Row>({ column, sort }: { column: Column<Row>; sort: string }) {
  const { id, head, sorts, isNumber, isMinor } = column
  const className = clsx(isNumber && styles['number'], isMinor && styles['minor'])
  if (!sorts)
    return (
      <th scope="col" className={className}>
        {head}
      </th>
    )
  const sorted = sortedAs(id, sort)
  const Icon = icons[sorted ?? 'none']
  return (
    <th scope="col" className={className} aria-sort={sorted}>
      <Link
        to="."
        search={(before) => ({ ...before, [parameter]: nextSort(column, sort), page: undefined })}
        className={styles['sort']}
        activeProps={{}}
        activeOptions={{ exact: true }}
      >
        {head}
        <Icon aria-hidden />
      </Link>
    </th>
  )
}
