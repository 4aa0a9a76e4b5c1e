import type { CsvRow, RowFault } from './read-csv.ts'

/** The limits of one request: the server accepts bodies of up to 256 kB. */
const mostRows = 100
const mostBytes = 200_000

/** The faults that can be found without the server: rows that cannot be sent, and duplicate SKUs. */
export function faultsInFile(rows: readonly CsvRow[], skuColumn: string): RowFault[] {
  const rowOfSku = new Map<string, number>()
  return rows.flatMap(({ row, fields }): RowFault[] => {
    const broken = Object.entries(fields).find(([, text]) => text.includes('\0') || !text.isWellFormed())
    if (broken) return [{ row, column: broken[0], reason: 'holds characters that are not text' }]
    if (bytesOf({ row, fields }) > mostBytes) return [{ row, column: '', reason: 'is too long: 200 kB at most' }]
    const sku = (fields[skuColumn] ?? '').trim()
    const earlier = rowOfSku.get(sku)
    if (sku !== '' && earlier !== undefined) return [{ row, column: skuColumn, reason: `already in row ${earlier}` }]
    rowOfSku.set(sku, row)
    return []
  })
}

/** Splits the rows, in order, into parts that each fit one request. */
export function partsOf(rows: readonly CsvRow[]): CsvRow[][] {
  const parts: CsvRow[][] = []
  let room = 0
  for (const row of rows) {
    const bytes = bytesOf(row)
    const last = parts.at(-1)
    if (last === undefined || last.length === mostRows || bytes > room) {
      parts.push([row])
      room = mostBytes - bytes
    } else {
      last.push(row)
      room -= bytes
    }
  }
  return parts
}

const encoder = new TextEncoder()

function bytesOf(row: CsvRow): number {
  return encoder.encode(JSON.stringify(row)).length + 1
}
