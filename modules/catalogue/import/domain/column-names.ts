import { OperatorError } from '#core/domain/errors.ts'
import { importColumns, optionalColumns, requiredColumns, type ImportColumn } from './columns.ts'
import { matchColumns } from './match-columns.ts'

/** The names in a file of columns that the import knows by another name. */
export type ColumnNames = ReadonlyMap<ImportColumn, string>

/** Reads options such as `Product name=title`. @throws OperatorError for an unknown or repeated column */
export function readColumnNames(options: readonly string[]): ColumnNames {
  const names = new Map<ImportColumn, string>()
  for (const option of options) {
    const [, name = '', known = ''] = /^(.*)=([^=]*)$/s.exec(option) ?? []
    const column = importColumns.find((one) => one === known.trim().toLowerCase())
    if (name.trim() === '' || column === undefined)
      throw new OperatorError(`--column is "${option}"`, `Write "NAME IN THE FILE=COLUMN", with one of: ${allColumns}.`)
    if (names.has(column)) throw new OperatorError(`--column names ${column} twice`, 'Name each column once.')
    names.set(column, name.trim())
  }
  return names
}

const allColumns = importColumns.join(', ')

/**
 * The columns of a file by its first line, by the names that the import knows; the names of others are in lower case.
 * @throws OperatorError if one is missing or occurs twice
 */
export function columnsOfFile(header: readonly string[], names: ColumnNames): string[] {
  const written = header.map(plain)
  for (const name of names.values())
    if (!written.includes(plain(name)))
      throw new OperatorError(`the file has no column "${name}"`, `Its first line names: ${header.join(', ')}.`)
  const known = new Map([...names].map(([column, name]) => [plain(name), column]))
  const columns = written.map((name) => known.get(name) ?? name)
  const repeated = importColumns.find((column) => columns.filter((one) => one === column).length > 1)
  if (repeated !== undefined)
    throw new OperatorError(`the file has more than one column ${repeated}`, 'Rename or remove the others.')
  const missing = requiredColumns.filter((column) => !columns.includes(column))
  if (missing.length > 0)
    throw new OperatorError(`the file has no column ${missing.join(', ')}`, remedyFor(missing, header))
  return columns
}

function plain(name: string): string {
  return name.trim().toLowerCase()
}

function remedyFor(missing: readonly ImportColumn[], header: readonly string[]): string {
  const proposed = matchColumns(header.filter((name) => name.trim() !== '')).flatMap(({ column, field, match }) =>
    match === 'similar' && field !== null && missing.includes(field) ? [`--column "${column.trim()}=${field}"`] : [],
  )
  if (proposed.length > 0) return `If these columns hold them, add: ${proposed.join(' ')}`
  return `Its first line must name the columns: ${requiredColumns.join(', ')} and, as far as they are known, ${optionalColumns.join(', ')}. Name one that is called otherwise with --column "NAME IN THE FILE=COLUMN".`
}
