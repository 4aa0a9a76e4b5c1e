import type { ReactNode } from 'react'
import { SelectAllBox } from '../../../ui/table/select-box.tsx'
import { useSelection, type Selection } from '../../../ui/table/use-selection.ts'
import { BulkBar, type BulkStep } from './bulk-bar.tsx'

type BulkListProps<Row> = {
  /** The word for one entry, such as `order`. */
  one: string
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** The name of an entry, if its key means nothing to a reader. */
  nameOf?: (row: Row) => string
  /** The steps that at least one of the selected entries allows; the API decides about each. */
  stepsFor: (selected: readonly Row[]) => readonly BulkStep[]
  /** Shown if there are no entries. */
  empty: ReactNode
  /** Whether they are shown as a table, whose head has the box that selects all. */
  isTable: boolean
  /** The entries as a table or as cards, each with its box. The selection stays when the other one is shown. */
  children: (selection: Selection) => ReactNode
}

/** The entries of a list, as a table or as cards, of which several can be selected for a step. */
export function BulkList<Row>({ one, rows, keyOf, nameOf = keyOf, stepsFor, ...shown }: BulkListProps<Row>) {
  const { empty, isTable, children } = shown
  const selection = useSelection(rows.map(keyOf))
  const names = new Map(rows.map((row) => [keyOf(row), nameOf(row)]))
  return (
    <>
      {rows.length > 0 && !isTable && (
        <SelectAllBox selection={selection} count={rows.length} text="Select all on this page" />
      )}
      {rows.length > 0 ? children(selection) : empty}
      <BulkBar
        one={one}
        selection={selection}
        nameOf={(key) => names.get(key) ?? key}
        steps={stepsFor(rows.filter((row) => selection.isSelected(keyOf(row))))}
      />
    </>
  )
}
