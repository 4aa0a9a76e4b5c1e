import type { ServiceRequest } from '#modules/service-requests/schema.ts'
import { shownColumns } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import type { Selection } from '../../../ui/table/use-selection.ts'
import { standardSort, type RequestsSearch } from '../requests-search.ts'
import { requestColumns } from './request-columns.tsx'
import { RequestRowActions } from './request-row-actions.tsx'

type RequestTableProps = { requests: readonly ServiceRequest[]; search: RequestsSearch; selection: Selection }

/** The service requests as a table. */
export function RequestTable({ requests, search, selection }: RequestTableProps) {
  return (
    <DataTable
      name="Service requests"
      rows={requests}
      columns={shownColumns(requestColumns, search.columns)}
      keyOf={({ id }) => id}
      nameOf={({ title }) => title}
      sort={search.sort ?? standardSort}
      isCompact={search.density === 'compact'}
      selection={selection}
      actions={nextSteps}
    />
  )
}

function nextSteps(request: ServiceRequest) {
  return <RequestRowActions request={request} />
}
