import type { Export } from '#modules/audit/schema.ts'
import { formatCount, formatDateTime } from '../../../../lib/format/format.ts'
import { Badge } from '../../../../ui/data/badge.tsx'
import type { Column } from '../../../../ui/table/columns.ts'
import { formatLabels, statusBadges } from './export-states.ts'
import { wordsOfFilter } from './export-words.ts'
import type { columnIds } from './exports-search.ts'

type ExportColumn = Column<Export> & { id: (typeof columnIds)[number] }

/** The columns of the table of exports. */
export const exportColumns: readonly ExportColumn[] = [
  { id: 'file', head: 'File', cell: ({ fileName }) => fileName },
  { id: 'about', head: 'Events of', fills: true, cell: aboutWithError },
  { id: 'asked', head: 'Requested', sorts: 'desc', cell: ({ askedAt }) => formatDateTime(askedAt) },
  { id: 'format', head: 'Format', isExtra: true, cell: ({ format }) => formatLabels[format] },
  { id: 'status', head: 'Status', cell: (row) => <ExportBadge {...row} /> },
  { id: 'events', head: 'Events', sorts: 'desc', isNumber: true, cell: ({ events }) => formatCount(events) },
  { id: 'reason', head: 'Reason', isExtra: true, cell: ({ error }) => error },
  {
    id: 'finished',
    head: 'Finished',
    isExtra: true,
    cell: ({ finishedAt }) => finishedAt !== undefined && formatDateTime(finishedAt),
  },
]

/** The content of an export, and why it has failed: too few have failed for a separate column. */
function aboutWithError({ filter, error }: Export): string {
  return error === undefined ? wordsOfFilter(filter) : `${wordsOfFilter(filter)}: ${error}`
}

export function ExportBadge({ status, percent }: Pick<Export, 'status' | 'percent'>) {
  const { tone, label } = statusBadges[status]
  return <Badge tone={tone}>{status === 'running' ? `${label}, ${percent} %` : label}</Badge>
}
