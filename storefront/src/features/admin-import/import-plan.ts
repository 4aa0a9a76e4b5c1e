import type { CsvRow, RowFault } from './read-csv.ts'

/** So many rows, and so many bytes, go into one call: the shop takes bodies of 256 kB at most. */
const mostRows = 100
const mostBytes = 200_000

/** What can be seen in the file alone, before the shop is asked: rows that cannot be sent, and keys that stand twice. */
export function faultsInFile(rows: readonly CsvRow[]): RowFault[] {
  const rowOfSku = new Map<string, number>()
  return rows.flatMap(({ row, fields }): RowFault[] => {
    const broken = Object.entries(fields).find(([, text]) => text.includes('\0') || !text.isWellFormed())
    if (broken) return [{ row, column: broken[0], reason: 'holds characters that are not text' }]
    if (bytesOf({ row, fields }) > mostBytes) return [{ row, column: '', reason: 'is too long: 200 kB at most' }]
    const sku = (fields['sku'] ?? '').trim()
    const earlier = rowOfSku.get(sku)
    if (sku !== '' && earlier !== undefined) return [{ row, column: 'sku', reason: `stands in row ${earlier} already` }]
    rowOfSku.set(sku, row)
    return []
  })
}

/** The rows in order, in parts that fit one call each. */
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
