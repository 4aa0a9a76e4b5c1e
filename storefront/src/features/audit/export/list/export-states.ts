import type { ExportFormat, ExportStatus } from '#modules/audit/schema.ts'
import type { Tone } from '../../../../ui/data/badge.tsx'

export const formatLabels: Readonly<Record<ExportFormat, string>> = {
  csv: 'Table (CSV)',
  ndjson: 'Signed lines (NDJSON)',
}

/** The states of an export. */
export const statusBadges: Readonly<Record<ExportStatus, { tone: Tone; label: string }>> = {
  waiting: { tone: 'info', label: 'Waiting' },
  running: { tone: 'info', label: 'Running' },
  done: { tone: 'success', label: 'Done' },
  failed: { tone: 'danger', label: 'Failed' },
}
