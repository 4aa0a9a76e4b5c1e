import type { ExportFormat, ExportSort, ExportStatus } from '#modules/audit/schema.ts'
import { readDays, type DaysSearch } from '../../../../lib/days.ts'
import { readView, type ViewSearch } from '../../../../lib/router/list-view.ts'
import { parsePage } from '../../../../lib/router/pagination.ts'
import { formatLabels, statusBadges } from './export-states.ts'

/** The search parameters in the URL of the list of exports. `from` and `to` are days of requesting. */
export type ExportsSearch = DaysSearch &
  ViewSearch<ExportSort> & {
    page?: number | undefined
    status?: ExportStatus | undefined
    format?: ExportFormat | undefined
  }

export const standardSort: ExportSort = 'asked-desc'

const sorts: readonly ExportSort[] = [standardSort, 'asked-asc', 'events-desc', 'events-asc']

/** The columns of the table, in their order. */
export const columnIds = ['file', 'about', 'asked', 'format', 'status', 'events', 'reason', 'finished'] as const

export function readExportsSearch(search: Record<string, unknown>): ExportsSearch {
  const { status, format } = search
  return {
    page: parsePage(search['page']),
    status: isKeyOf(statusBadges, status) ? status : undefined,
    format: isKeyOf(formatLabels, format) ? format : undefined,
    ...readDays(search),
    ...readView(search, { sorts, columns: columnIds }),
  }
}

function isKeyOf<Key extends string>(of: Readonly<Record<Key, unknown>>, value: unknown): value is Key {
  return typeof value === 'string' && Object.hasOwn(of, value)
}
