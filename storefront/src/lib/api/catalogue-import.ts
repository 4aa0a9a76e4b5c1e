import type { ImportedRow, ImportInput } from '#modules/catalogue/schema.ts'
import type { ApiClient } from './client.ts'

/** Takes some rows of a supplier's file into the catalogue, or only tells what would come of them. */
export function importRows(api: ApiClient, body: ImportInput, signal?: AbortSignal): Promise<{ rows: ImportedRow[] }> {
  return api.command({ method: 'POST', path: '/catalogue/import', body, needsLogin: true, signal })
}
