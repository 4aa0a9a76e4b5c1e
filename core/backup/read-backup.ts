import { Type, type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import { OperatorError } from '../domain/errors.ts'
import { readFrames, type Frame, type FrameKind } from './frames.ts'
import { readManifest, type BackupManifest } from './manifest.ts'
import { rowsIn } from './row-filter.ts'
import { readSealed } from './sealed-file.ts'

const TableHead = Type.Object({ name: Type.String({ pattern: '^[a-z_]+$' }), columns: Type.Array(Type.String()) })
const TableEnd = Type.Object({ rows: Type.Integer() })
const Footer = Type.Object({ rowsOf: Type.Record(Type.String(), Type.Integer()) })
export type TableHead = Static<typeof TableHead>

const tableHead = Compile(TableHead)
const tableEnd = Compile(TableEnd)
const footer = Compile(Footer)

export type BackupSource = { file: string; passphrase: string; knownMigrations: ReadonlySet<string> }

/** What is done with the content of a backup while it is read. */
export type BackupReader = {
  /** Called for each table; the functions that it resolves to get the rows, and whether they are complete. */
  openTable: (table: TableHead) => Promise<TableReader>
}

export type TableReader = {
  /** Rows in the text format of COPY; a chunk may end within a row. */
  write: (rows: Buffer) => Promise<void>
  /** @param rows the number of rows that the backup holds of the table */
  end: (rows: number) => Promise<void>
}

/** Reads only the manifest. @throws OperatorError for a wrong passphrase, another file, or a newer release's backup */
export async function manifestOf({ file, passphrase, knownMigrations }: BackupSource): Promise<BackupManifest> {
  for await (const frame of readFrames(readSealed(file, passphrase)))
    return readManifest(bodyOf(frame, 'manifest', file), knownMigrations)
  throw incomplete(file)
}

/** Reads all of a backup; resolves to the number of rows of each table. @throws OperatorError if it is not complete */
export async function readBackup(source: BackupSource, reader: BackupReader): Promise<Record<string, number>> {
  const { file, passphrase, knownMigrations } = source
  const frames = readFrames(readSealed(file, passphrase))
  readManifest(bodyOf(await nextOf(frames, file), 'manifest', file), knownMigrations)
  for (;;) {
    const frame = await nextOf(frames, file)
    if (frame.kind === 'footer') return parsed(footer, frame.body, file).rowsOf
    const table = await reader.openTable(parsed(tableHead, bodyOf(frame, 'table', file), file))
    await readTable(frames, table, file)
  }
}

async function readTable(frames: AsyncGenerator<Frame>, table: TableReader, file: string): Promise<void> {
  for (;;) {
    const frame = await nextOf(frames, file)
    if (frame.kind === 'end') return table.end(parsed(tableEnd, frame.body, file).rows)
    await table.write(bodyOf(frame, 'rows', file))
  }
}

async function nextOf(frames: AsyncGenerator<Frame>, file: string): Promise<Frame> {
  const { value, done } = await frames.next()
  if (done === true) throw incomplete(file)
  return value
}

function bodyOf({ kind, body }: Frame, expected: FrameKind, file: string): Buffer {
  if (kind !== expected) throw incomplete(file)
  return body
}

type Checks<Document> = { Check: (value: unknown) => value is Document }

function parsed<Document>(validator: Checks<Document>, body: Buffer, file: string): Document {
  const document: unknown = JSON.parse(body.toString())
  if (!validator.Check(document)) throw incomplete(file)
  return document
}

function incomplete(file: string): OperatorError {
  return new OperatorError(`${file} is not complete`, 'Use another backup.')
}

/**
 * Counts the rows, which is how a backup is verified after it was written and before it is restored.
 * @param onRows called with the number of rows so far
 */
export function rowCounter(onRows: (rows: number) => void): BackupReader {
  let all = 0
  return {
    openTable: ({ name }) => {
      const before = all
      return Promise.resolve({
        write(chunk) {
          onRows((all += rowsIn(chunk)))
          return Promise.resolve()
        },
        end(expected) {
          if (all - before === expected) return Promise.resolve()
          return Promise.reject(new TypeError(`${name} has ${all - before} rows instead of ${expected}`))
        },
      })
    },
  }
}
