import type { Export } from '#modules/audit/schema.ts'
import { shownColumns } from '../../../../ui/table/columns.ts'
import { DataTable } from '../../../../ui/table/data-table.tsx'
import type { Selection } from '../../../../ui/table/use-selection.ts'
import { ExportActions } from './export-actions.tsx'
import { exportColumns } from './export-columns.tsx'
import { standardSort, type ExportsSearch } from './exports-search.ts'

type ExportTableProps = { exports: readonly Export[]; search: ExportsSearch; selection: Selection }

/** The exports as a table. */
export function ExportTable({ exports, search, selection }: ExportTableProps) {
  return (
    <DataTable
      name="Exports"
      rows={exports}
      columns={shownColumns(exportColumns, search.columns)}
      keyOf={({ id }) => id}
      nameOf={({ fileName }) => fileName}
      sort={search.sort ?? standardSort}
      isCompact={search.density === 'compact'}
      selection={selection}
      actions={nextSteps}
    />
  )
}

function nextSteps(one: Export) {
  return <ExportActions one={one} />
}
