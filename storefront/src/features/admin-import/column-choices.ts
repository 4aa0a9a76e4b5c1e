import type { MatchedColumns } from '#modules/catalogue/schema.ts'
import { pictureColumns, type CsvFile, type CsvRow } from './read-csv.ts'

export type KnownColumn = MatchedColumns['fields'][number]['name']

/** The known column for each column of the file; `null` if the column is left out. */
export type ColumnChoices = Readonly<Record<string, KnownColumn | null>>

/** The file of bad rows has a column of this name; it is never imported. */
const errorColumn = 'error'

/** The choices that the server proposes. */
export function proposedChoices({ columns }: MatchedColumns): ColumnChoices {
  return Object.fromEntries(columns.map(({ column, field }) => [column, field]))
}

/** Whether an admin should check the columns before the file is sent. */
export function isUncertain(matched: MatchedColumns): boolean {
  const unknown = matched.columns.filter(({ match, column }) => match !== 'exact' && column !== errorColumn)
  return unknown.length > 0 || choiceFaults(matched, proposedChoices(matched)).length > 0
}

/** Why the file cannot be sent with these choices. */
export function choiceFaults({ fields }: MatchedColumns, choices: ColumnChoices): string[] {
  const chosen = Object.values(choices)
  const missing = fields.filter(({ name, required }) => required && !chosen.includes(name))
  const twice = fields.filter(({ name }) => chosen.filter((one) => one === name).length > 1)
  return [
    ...(missing.length > 0 ? [`Choose the columns for: ${namesOf(missing)}.`] : []),
    ...(twice.length > 0 ? [`More than one column is chosen for: ${namesOf(twice)}.`] : []),
  ]
}

function namesOf(fields: MatchedColumns['fields']): string {
  return fields.map(({ name }) => name).join(', ')
}

/** The columns that hold values but are not imported. */
export function leftOut({ rows }: CsvFile, choices: ColumnChoices): string[] {
  return Object.keys(choices).filter(
    (column) => choices[column] === null && column !== errorColumn && rows.some(({ fields }) => fields[column]?.trim()),
  )
}

const mostSamples = 3
const sampleLength = 60

/** The first distinct values of a column, shortened. */
export function samplesOf({ rows }: CsvFile, column: string): string[] {
  const samples = new Set<string>()
  for (const { fields } of rows) {
    const text = (fields[column] ?? '').trim()
    if (text !== '') samples.add(text.length > sampleLength ? `${text.slice(0, sampleLength - 1)}…` : text)
    if (samples.size === mostSamples) break
  }
  return [...samples]
}

/** The data to send: the choices, and the rows without the columns that are left out. */
export function chosenColumns(choices: ColumnChoices, rows: readonly CsvRow[]) {
  const mapped = Object.keys(choices).filter((column) => choices[column] !== null)
  return {
    columns: Object.fromEntries(mapped.map((column) => [column, choices[column] ?? null])),
    rows: rows.map(({ row, fields }) => ({
      row,
      fields: Object.fromEntries(mapped.map((column) => [column, fields[column] ?? ''])),
    })),
  }
}

/** The columns of the file that hold addresses of pictures. */
export function pictureColumnsOf(choices: ColumnChoices): string[] {
  return Object.keys(choices).filter((column) => pictureColumns.includes(choices[column] ?? ''))
}

/** The column of the file that holds the supplier's key. */
export function skuColumnOf(choices: ColumnChoices): string {
  return Object.keys(choices).find((column) => choices[column] === 'sku') ?? 'sku'
}
