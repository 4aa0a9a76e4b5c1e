import type { ImportedRow, ImportInput, MatchedColumns } from '#modules/catalogue/schema.ts'
import type { ApiClient } from './client.ts'

/** Imports rows of a supplier's file into the catalogue; a dry run returns only what would change. */
export function importRows(api: ApiClient, body: ImportInput, signal?: AbortSignal): Promise<{ rows: ImportedRow[] }> {
  return api.command({ method: 'POST', path: '/catalogue/import', body, needsLogin: true, signal })
}

/** The known columns that the columns of a file probably correspond to. */
export function matchColumns(
  api: ApiClient,
  columns: readonly string[],
  signal?: AbortSignal,
): Promise<MatchedColumns> {
  return api.command({ method: 'POST', path: '/catalogue/import/columns', body: { columns }, needsLogin: true, signal })
}
