import type { CsvRow, RowFault } from './read-csv.ts'

/**
 * The limits of one request: the server accepts bodies of up to 256 kB, and may wait 10 s for each picture that it fetches,
 * four at a time, while a proxy ends a call after a minute.
 */
const mostRows = 100
const mostBytes = 200_000
const mostPictures = 16

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

/** Which columns hold addresses of pictures, and the hosts from which the server fetches them. */
export type FetchedPictures = { columns: readonly string[]; hosts: readonly string[] }

/** Splits the rows, in order, into parts that each fit one request. */
export function partsOf(rows: readonly CsvRow[], fetched: FetchedPictures): CsvRow[][] {
  const parts: CsvRow[][] = []
  let bytes = 0
  let pictures = 0
  for (const row of rows) {
    const last = parts.at(-1)
    bytes += bytesOf(row)
    pictures += picturesOf(row, fetched)
    const isFull = last?.length === mostRows || bytes > mostBytes || pictures > mostPictures
    if (last !== undefined && !isFull) {
      last.push(row)
      continue
    }
    parts.push([row])
    bytes = bytesOf(row)
    pictures = picturesOf(row, fetched)
  }
  return parts
}

/** The number of pictures that the server fetches for a row. */
function picturesOf({ fields }: CsvRow, { columns, hosts }: FetchedPictures): number {
  return columns.filter((column) => hosts.includes(hostOf((fields[column] ?? '').trim()))).length
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : ''
}

const encoder = new TextEncoder()

function bytesOf(row: CsvRow): number {
  return encoder.encode(JSON.stringify(row)).length + 1
}
