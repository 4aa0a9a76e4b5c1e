import { stringify } from 'csv-stringify/browser/esm/sync'
import type { ImportedRow } from '#modules/catalogue/schema.ts'
import type { CsvFile } from './read-csv.ts'

/**
 * The refused rows as a CSV file with the same columns plus `error`, to be corrected and imported again. Values that a
 * spreadsheet would run as a formula get a leading apostrophe.
 */
export function errorFile({ columns, rows }: CsvFile, results: readonly ImportedRow[]): string {
  const fieldsOf = new Map(rows.map(({ row, fields }) => [row, fields]))
  const own = columns.filter((column) => column !== 'error')
  const lines = results
    .filter(({ outcome }) => outcome === 'refused')
    .map(({ row, faults }) => {
      const fields = fieldsOf.get(row) ?? {}
      const error = faults.map(({ column, reason }) => (column === '' ? reason : `${column}: ${reason}`)).join('; ')
      return [...own.map((column) => fields[column] ?? ''), `row ${row}: ${error}`]
    })
  return stringify([[...own, 'error'], ...lines], { bom: true, escape_formulas: true, record_delimiter: 'windows' })
}
