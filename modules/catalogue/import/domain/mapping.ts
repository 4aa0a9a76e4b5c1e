import { requiredColumns, type ImportColumn } from './columns.ts'

/** The known column for each column of a file; `null` if the column is left out. */
export type ColumnMapping = Readonly<Record<string, ImportColumn | null>>

/**
 * Returns why rows cannot be read with a mapping. It must name each of their columns, so that none is left out by
 * mistake.
 */
export function mappingFaults(mapping: ColumnMapping, rows: readonly { fields: Record<string, string> }[]): string[] {
  const named = new Map(Object.entries(mapping))
  const fields = [...named.values()]
  const unnamed = new Set(rows.flatMap(({ fields: row }) => Object.keys(row)).filter((column) => !named.has(column)))
  return [
    ...requiredColumns.filter((field) => !fields.includes(field)).map((field) => `No column is mapped to ${field}`),
    ...duplicatesIn(fields).map((field) => `More than one column is mapped to ${field}`),
    ...[...unnamed].map((column) => `Map the column ${JSON.stringify(column)}, to null if it is left out`),
  ]
}

function duplicatesIn(fields: readonly (ImportColumn | null)[]): ImportColumn[] {
  const mapped = fields.filter((field) => field !== null)
  return [...new Set(mapped.filter((field, index) => mapped.indexOf(field) !== index))]
}

/** The fields of a row by the known columns, without those that are left out. */
export function mappedFields(fields: Record<string, string>, mapping: ColumnMapping): Record<string, string> {
  const named = new Map(Object.entries(mapping))
  return Object.fromEntries(
    Object.entries(fields).flatMap(([column, text]) => {
      const field = named.get(column)
      return field === null || field === undefined ? [] : [[field, text]]
    }),
  )
}

/** The column of the file that is mapped to a known column; the known one itself if none is. */
export function columnInFile(field: string, mapping: ColumnMapping): string {
  return Object.entries(mapping).find(([, mapped]) => mapped === field)?.[0] ?? field
}
