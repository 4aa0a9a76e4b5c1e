import type { Export } from '#modules/audit/schema.ts'
import { BulkBar } from '../../../../entities/list/bulk/bulk-bar.tsx'
import { shownColumns } from '../../../../ui/table/columns.ts'
import { DataTable } from '../../../../ui/table/data-table.tsx'
import { useSelection } from '../../../../ui/table/use-selection.ts'
import { ExportActions } from './export-actions.tsx'
import { exportColumns } from './export-columns.tsx'
import { bulkSteps } from './export-steps.ts'
import { standardSort, type ExportsSearch } from './exports-search.ts'

/** The exports as a table; steps can be applied to several at once. */
export function ExportTable({ exports, search }: { exports: readonly Export[]; search: ExportsSearch }) {
  const selection = useSelection(exports.map(({ id }) => id))
  return (
    <>
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
      <BulkBar
        one="export"
        selection={selection}
        nameOf={(id) => exports.find((one) => one.id === id)?.fileName ?? id}
        steps={bulkSteps(exports.filter(({ id }) => selection.isSelected(id)))}
      />
    </>
  )
}

function nextSteps(one: Export) {
  return <ExportActions one={one} />
}
