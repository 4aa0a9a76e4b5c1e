import { createReadStream } from 'node:fs'
import { parse, CsvError, type Info } from 'csv-parse'
import { OperatorError } from '#core/domain/errors.ts'
import type { ImportOutcome } from '../commands.ts'
import { columnsOfFile, type ColumnNames } from './domain/column-names.ts'
import { readSupplierRow, type RowFault, type SupplierRow } from './domain/supplier-row.ts'

/** The result for a whole file. `refused` rows are products that the admin deleted; an import does not restore them. */
export type ImportResult = { rows: number; added: number; changed: number; unchanged: number; refused: RowFault[] }

export type ImportOptions = {
  file: string
  columnNames: ColumnNames
  /** Adds or revises one product, or in a dry run only decides the outcome. `refused` is the reason. */
  importRow: (row: SupplierRow) => Promise<ImportOutcome | { refused: string }>
  onProgress?: (progress: { done: number; total: number }) => void
}

/** The number of rows imported concurrently; they share their commits. */
const inFlight = 64

/** Further faults are counted but not listed. */
const maxFaults = 1_000

/** In characters; far more than any product needs. */
const maxRowLength = 200_000

/** The file has faults, so nothing was imported from it. */
export class InvalidFile extends Error {
  override readonly name = 'InvalidFile'
  readonly faults: readonly RowFault[]
  readonly count: number

  constructor(file: string, faults: readonly RowFault[], count: number) {
    super(`${file} has ${count} fault${count === 1 ? '' : 's'}: nothing was imported`)
    this.faults = faults
    this.count = count
  }
}

/**
 * Imports a supplier's file, all or nothing: every row is checked before the first is imported. Importing the same file
 * again is safe: an unchanged row yields no event.
 * @throws InvalidFile with row, column and reason of each fault
 * @throws OperatorError if the file cannot be read
 */
export async function importFile(options: ImportOptions): Promise<ImportResult> {
  const total = await checkFile(options)
  const result: ImportResult = { rows: total, added: 0, changed: 0, unchanged: 0, refused: [] }
  const running = new Set<Promise<void>>()
  let done = 0
  for await (const { row, line } of rowsOf(options)) {
    const task = importOne(row, line).finally(() => running.delete(task))
    running.add(task)
    if (running.size >= inFlight) await Promise.race(running)
  }
  await Promise.all(running)
  return result

  async function importOne(row: SupplierRow, line: number): Promise<void> {
    const outcome = await options.importRow(row)
    if (typeof outcome === 'string') result[outcome] += 1
    else result.refused.push(asInFile({ row: line, column: 'sku', reason: outcome.refused }, options))
    done += 1
    options.onProgress?.({ done, total })
  }
}

type SupplierFile = Pick<ImportOptions, 'file' | 'columnNames'>

/** The fault, with the name that the file gives to its column. */
function asInFile(fault: RowFault, { columnNames }: SupplierFile): RowFault {
  const name = [...columnNames].find(([column]) => column === fault.column)?.[1]
  return name === undefined ? fault : { ...fault, column: name }
}

async function checkFile(of: SupplierFile): Promise<number> {
  const faults: RowFault[] = []
  const rowOfSku = new Map<string, number>()
  let count = 0
  let rows = 0
  const report = (fault: RowFault) => {
    count += 1
    if (faults.length < maxFaults) faults.push(asInFile(fault, of))
  }
  for await (const { record, line } of recordsOf(of)) {
    rows += 1
    const read = readSupplierRow(record, line)
    if (Array.isArray(read)) read.forEach(report)
    else {
      const earlier = rowOfSku.get(read.sku)
      if (earlier !== undefined) report({ row: line, column: 'sku', reason: `already in row ${earlier}` })
      rowOfSku.set(read.sku, line)
    }
  }
  if (rows === 0) report({ row: 1, column: '', reason: 'the file has no rows' })
  if (count > 0) throw new InvalidFile(of.file, faults, count)
  return rows
}

async function* rowsOf(of: SupplierFile): AsyncGenerator<{ row: SupplierRow; line: number }> {
  for await (const { record, line } of recordsOf(of)) {
    const row = readSupplierRow(record, line)
    if (Array.isArray(row)) throw new OperatorError(`${of.file} changed during the import`, 'Import it again.')
    yield { row, line }
  }
}

async function* recordsOf({
  file,
  columnNames,
}: SupplierFile): AsyncGenerator<{ record: Record<string, string>; line: number }> {
  const source = createReadStream(file)
  let headers = 0
  const columns = (header: string[]) => {
    headers = 1
    return columnsOfFile(header, columnNames)
  }
  const parser = source.pipe(
    parse({ columns, bom: true, skip_empty_lines: true, max_record_size: maxRowLength, info: true }),
  )
  source.on('error', (error) => parser.destroy(error))
  try {
    for await (const { record, info } of parser) yield { record, line: rowAt(info) }
  } catch (error) {
    // The parser reads ahead of the rows it has yielded, so only the parser knows where it stopped.
    throw unreadable(file, error, rowAt(parser.info) + headers)
  }
}

/** The last row read, as a spreadsheet numbers it: an empty line counts as a row, a line break in a field does not. */
function rowAt({ records, empty_lines }: Info): number {
  return 1 + records + empty_lines
}

const quoteRule = 'a field that contains one must be quoted, with each double quote in it doubled'
const strayQuote = `a double quote is misplaced: ${quoteRule}`
const unevenRow = 'the number of fields differs from the columns: a field that contains a comma must be quoted'

/** Keyed by the parser's error codes. Its own messages count lines instead of rows and quote raw bytes of the file. */
const csvFaults = new Map([
  ['INVALID_OPENING_QUOTE', strayQuote],
  ['CSV_INVALID_CLOSING_QUOTE', strayQuote],
  ['CSV_QUOTE_NOT_CLOSED', `a double quote is never closed: ${quoteRule}`],
  ['CSV_RECORD_INCONSISTENT_COLUMNS', unevenRow],
  ['CSV_MAX_RECORD_SIZE', `is longer than ${maxRowLength} characters: is a closing double quote missing?`],
])

function unreadable(file: string, error: unknown, row: number): unknown {
  if (error instanceof CsvError) {
    const reason = csvFaults.get(error.code) ?? 'invalid CSV: save the file as CSV (comma-separated, UTF-8)'
    return new InvalidFile(file, [{ row, column: '', reason }], 1)
  }
  if (error instanceof Error && 'code' in error && typeof error.code === 'string')
    return new OperatorError(`${file} cannot be read (${error.code})`, 'Name a CSV file that this user may read.')
  return error
}
