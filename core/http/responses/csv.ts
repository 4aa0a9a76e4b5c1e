import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import type { Reply } from '../routing/route.ts'

/** The columns of a file: for each heading, the value that it shows of a row. */
export type CsvColumns<Row> = Readonly<Record<string, (row: Row) => string | number>>

/**
 * Lines of a CSV file, as spreadsheets expect them. Formulas are escaped, so that a spreadsheet never evaluates text that a
 * person has typed. `bom` begins a file: with it, a spreadsheet reads UTF-8.
 */
export function csvLines(rows: readonly (readonly (string | number)[])[], { bom = false } = {}): string {
  return stringify(
    rows.map((row) => [...row]),
    { escape_formulas: true, record_delimiter: 'windows', bom },
  )
}

/** A list as a file. @param batches its rows, which are read while they are sent */
export type CsvFile<Row> = { fileName: string; columns: CsvColumns<Row>; batches: AsyncIterable<readonly Row[]> }

/**
 * Streams a list as a CSV file. The first rows are read before the response begins, so that its status can still report
 * a failure of the database.
 */
export async function csvReply<Row>({ fileName, columns, batches }: CsvFile<Row>): Promise<Reply> {
  const reading = batches[Symbol.asyncIterator]()
  const lines = (rows: readonly Row[]) => csvLines(rows.map((row) => Object.values(columns).map((of) => of(row))))
  const first = await reading.next()
  async function* parts() {
    yield csvLines([Object.keys(columns)], { bom: true })
    for (let batch = first; batch.done !== true; batch = await reading.next()) yield lines(batch.value)
  }
  return {
    status: 200,
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${fileName}"`,
    },
    stream: Readable.from(parts(), { objectMode: false }),
  }
}
