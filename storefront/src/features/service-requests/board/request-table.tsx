import type { ServiceRequest } from '#modules/service-requests/schema.ts'
import { BulkBar, type BulkStep } from '../../../entities/list/bulk/bulk-bar.tsx'
import { takeRequestStep, type RequestStep } from '../../../lib/api/service-requests.ts'
import { shownColumns } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { useSelection } from '../../../ui/table/use-selection.ts'
import { standardSort, type RequestsSearch } from '../requests-search.ts'
import { requestColumns } from './request-columns.tsx'
import { RequestRowActions } from './request-row-actions.tsx'
import { requestSteps, requestStepTexts } from './request-steps.ts'

const allSteps: readonly RequestStep[] = ['acknowledge', 'resolve', 'decline']

/** The service requests as a table; steps can be applied to several at once. */
export function RequestTable({ requests, search }: { requests: readonly ServiceRequest[]; search: RequestsSearch }) {
  const selection = useSelection(requests.map(({ id }) => id))
  const selected = requests.filter(({ id }) => selection.isSelected(id))
  return (
    <>
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
      <BulkBar
        one="service request"
        selection={selection}
        nameOf={(id) => requests.find((request) => request.id === id)?.title ?? id}
        steps={bulkSteps(selected)}
      />
    </>
  )
}

function nextSteps(request: ServiceRequest) {
  return <RequestRowActions request={request} />
}

function bulkSteps(selected: readonly ServiceRequest[]): BulkStep[] {
  const possible = new Set(selected.flatMap(({ status }) => requestSteps[status]))
  return allSteps
    .filter((step) => possible.has(step))
    .map((step) => ({
      text: requestStepTexts[step],
      take: (api, id, details) => takeRequestStep(api, { id, step, details }),
    }))
}
