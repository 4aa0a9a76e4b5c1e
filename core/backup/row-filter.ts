export type RowFilter = {
  /** The rows of the chunk to keep, as far as they are complete; the rest is kept for the next chunk. */
  keep: (chunk: Buffer) => Buffer
  /** The values whose rows were skipped. */
  omitted: ReadonlySet<string>
  /** The number of rows that were skipped. */
  omittedRows: () => number
}

/**
 * Skips rows in the text format of COPY that have one of the values in a column; with column -1, none.
 * Values with escaped characters (tab, line feed, backslash) match nothing: no account id holds one.
 */
export function rowFilter({ column, without }: { column: number; without: ReadonlySet<string> }): RowFilter {
  if (column < 0 || without.size === 0) return { keep: (chunk) => chunk, omitted: new Set(), omittedRows: () => 0 }
  let rest = Buffer.alloc(0)
  const omitted = new Set<string>()
  let omittedRows = 0
  return {
    keep(chunk) {
      const bytes = Buffer.concat([rest, chunk])
      const end = bytes.lastIndexOf(10) + 1
      rest = bytes.subarray(end)
      const rows = bytes.subarray(0, end).toString('latin1').split('\n').slice(0, -1)
      const kept = rows.filter((row) => {
        const value = row.split('\t')[column] ?? ''
        if (without.has(value)) omitted.add(value)
        return !without.has(value)
      })
      omittedRows += rows.length - kept.length
      return Buffer.from(kept.map((row) => `${row}\n`).join(''), 'latin1')
    },
    omitted,
    omittedRows: () => omittedRows,
  }
}

/** The number of rows that end in a chunk: in the text format of COPY, line feeds within a value are escaped. */
export function rowsIn(chunk: Buffer): number {
  let rows = 0
  for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) rows += 1
  return rows
}
