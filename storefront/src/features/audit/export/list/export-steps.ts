import type { BulkStep } from '../../../../entities/list/bulk/bulk-bar.tsx'
import { deleteExport, fetchExportFile, requestExport } from '../../../../lib/api/audit.ts'
import { ApiError } from '../../../../lib/api/api-error.ts'
import type { Export } from '#modules/audit/schema.ts'
import type { StepText } from '../../../../ui/overlays/step-fields.ts'
import { saveFile } from '../../../../ui/save-file.ts'

export const deletion: StepText = {
  action: 'Delete',
  question: 'Delete this export?',
  explanation: 'Its file is deleted at once; otherwise it is kept for a day.',
  done: 'Export deleted',
  danger: true,
  fields: [],
}

const download: StepText = {
  action: 'Download',
  question: 'Download these exports?',
  explanation: 'Your browser may ask whether this page may save several files. Each is recorded as a disclosure.',
  done: 'Downloaded',
  fields: [],
}

export const again: StepText = {
  action: 'Request again',
  question: 'Request these exports again?',
  explanation: 'Each becomes a new export of the same events.',
  done: 'Requested again',
  fields: [],
}

/** The steps that are possible for at least one of these exports. */
export function bulkSteps(selected: readonly Export[]): BulkStep[] {
  const find = (id: string) => found(selected, id)
  const has = (status: Export['status']) => selected.some((one) => one.status === status)
  return [
    ...(has('done')
      ? [
          {
            text: download,
            take: async (api, id) => saveFile(find(id).fileName, await fetchExportFile(api, id)),
          } satisfies BulkStep,
        ]
      : []),
    ...(has('failed')
      ? [{ text: again, take: (api, id) => requestExport(api, failed(find(id))) } satisfies BulkStep]
      : []),
    { text: deletion, take: (api, id) => deleteExport(api, id) },
  ]
}

function found(exports: readonly Export[], id: string): Export {
  const one = exports.find((each) => each.id === id)
  if (!one) throw new ApiError(404, 'The export is no longer listed')
  return one
}

/** The request that repeats a failed export. */
export function failed({ status, format, filter }: Export) {
  if (status !== 'failed') throw new ApiError(409, 'It has not failed')
  return { ...filter, format }
}
