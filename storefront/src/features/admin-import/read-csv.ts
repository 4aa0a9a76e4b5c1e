import { CsvError, parse } from 'csv-parse/browser/esm/sync'

/** The columns that a supplier's file must have, in any order; model number, pictures and their alternative texts are in optional ones. */
export const requiredColumns = [
  'sku',
  'title',
  'company',
  'brand',
  'category',
  'lookup_type',
  'price_inr',
  'qty',
  'description',
  'feature_description',
]
export const pictureColumns = ['logo_url', 'img_url1', 'img_url2', 'img_url3']
export const alternativeTextColumns = ['logo_alt', 'img_alt1', 'img_alt2', 'img_alt3']

/** The largest file that the browser imports; for larger ones, use `npm run ops -- import`. */
export const maxFileBytes = 10 * 1024 * 1024

/** One row of the file, keyed by the column names of the file. `row` is the number that a spreadsheet shows: the header is row 1. */
export type CsvRow = { row: number; fields: Record<string, string> }

/** A fault in a row: the column, and the reason. */
export type RowFault = { row: number; column: string; reason: string }

export type CsvFile = { columns: readonly string[]; rows: readonly CsvRow[] }

/** The limits of the server. */
const mostColumns = 200
const mostLetters = 200

/** The rows of a file, or a message that says why it cannot be read and what to do. */
export function readCsv(text: string): CsvFile | { problem: string } {
  if (text.startsWith('PK'))
    return { problem: 'This is a spreadsheet, not CSV. Save it as CSV (comma separated, UTF-8).' }
  const records = recordsOf(text)
  if ('problem' in records) return records
  const [header, ...body] = records.lines
  if (body.length === 0) return { problem: 'The file has no rows below its first line.' }
  const columns = distinctNames(header?.cells ?? [])
  if (columns.length > mostColumns) return { problem: `The file has more than ${mostColumns} columns. Remove some.` }
  const rows = body.map(({ cells, row }) => ({
    row,
    fields: Object.fromEntries(columns.map((column, place) => [column, cells[place] ?? ''])),
  }))
  return { columns, rows }
}

/**
 * A column without a name is named by its place, and the place is added to a repeated name, so that no column hides
 * another.
 */
function distinctNames(cells: readonly string[]): string[] {
  const names = new Set<string>()
  for (const [index, cell] of cells.entries()) {
    const name = cell.trim().slice(0, mostLetters - 20) || `Column ${index + 1}`
    names.add(names.has(name) ? `${name} (column ${index + 1})` : name)
  }
  return [...names]
}

type Line = { row: number; cells: string[] }

/** Leaves out empty lines but counts them, because a spreadsheet numbers them too. */
function recordsOf(text: string): { lines: Line[] } | { problem: string } {
  try {
    const lines: Line[] = []
    parse(text, {
      bom: true,
      skip_empty_lines: true,
      max_record_size: 200_000,
      on_record(cells, { records, empty_lines: emptyLines }) {
        lines.push({ row: records + emptyLines, cells })
        return null
      },
    })
    return { lines }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return { problem: `This is not proper CSV: ${error.message}. Save it as CSV (comma separated, UTF-8).` }
  }
}
