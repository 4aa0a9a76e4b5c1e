import type { ImportedRow } from '#modules/catalogue/schema.ts'
import { importRows } from '../../lib/api/catalogue-import.ts'
import type { ApiClient } from '../../lib/api/client.ts'
import { faultsInFile, partsOf } from './import-plan.ts'
import { chosenColumns, pictureColumnsOf, skuColumnOf, type ColumnChoices } from './column-choices.ts'
import type { CsvRow } from './read-csv.ts'

export type Progress = { done: number; total: number }

export type ImportRun = {
  rows: readonly CsvRow[]
  choices: ColumnChoices
  /** The hosts from which the server fetches pictures. */
  pictureHosts: readonly string[]
  dryRun: boolean
  signal: AbortSignal
  onProgress: (progress: Progress) => void
}

/**
 * Sends the rows part by part; resolves to the result of each row, in the order of the file. Rows that cannot be sent
 * are refused here. Rows imported before a failure stay imported; the same file can be sent again.
 */
export async function runImport(api: ApiClient, run: ImportRun): Promise<ImportedRow[]> {
  const { columns, rows } = chosenColumns(run.choices, run.rows)
  const skuColumn = skuColumnOf(run.choices)
  const refused = faultsInFile(rows, skuColumn).map(({ row, ...fault }): ImportedRow => {
    const sku = rows.find((one) => one.row === row)?.fields[skuColumn] ?? ''
    return { row, sku, outcome: 'refused', changes: [], faults: [{ row, ...fault }] }
  })
  const unfit = new Set(refused.map(({ row }) => row))
  const results = [...refused]
  const report = () => run.onProgress({ done: results.length, total: rows.length })
  report()
  const fetched = { columns: pictureColumnsOf(run.choices), hosts: run.pictureHosts }
  const sound = rows.filter(({ row }) => !unfit.has(row))
  for (const part of partsOf(sound, fetched)) {
    const response = await importRows(api, { rows: part, columns, dryRun: run.dryRun }, run.signal)
    results.push(...response.rows)
    report()
  }
  return results.toSorted((a, b) => a.row - b.row)
}

/** The number of rows per outcome. */
export function countOutcomes(rows: readonly ImportedRow[]): Record<ImportedRow['outcome'], number> {
  const counts = { added: 0, changed: 0, unchanged: 0, refused: 0 }
  for (const { outcome } of rows) counts[outcome] += 1
  return counts
}
