import type { Pool, PoolClient } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { databaseFailure } from '../database/failure.ts'
import { backedUpTables, migrationsOf, type BackedUpTable } from './backup-tables.ts'
import { encodeDocument, encodeFrame } from './frames.ts'
import type { BackupManifest } from './manifest.ts'
import { rowsIn } from './row-filter.ts'
import { writeSealed, type SealRequest } from './sealed-file.ts'

export type BackupRequest<Verified> = Omit<SealRequest<Verified>, 'source'> & {
  /** Without a statement timeout. */
  pool: Pool
  manifest: Omit<BackupManifest, 'migrations' | 'rows'>
  /** Called while rows are written. */
  onProgress: OnProgress
}

export type OnProgress = (rows: number, of: number) => void

/**
 * Writes all data of the shop as of one moment, while it runs; the file appears only when it is complete and verified.
 * @throws OperatorError if the file cannot be written
 */
export async function writeBackup<Verified>(request: BackupRequest<Verified>): Promise<Verified> {
  const client = await request.pool.connect().catch((error: unknown) => {
    throw databaseFailure(error)
  })
  try {
    await client.query('begin isolation level repeatable read read only')
    await client.query('set local idle_in_transaction_session_timeout = 0')
    const verified = await writeSealed({ ...request, source: framesOf(client, request) })
    await client.query('commit')
    client.release()
    return verified
  } catch (error) {
    client.release(true)
    throw databaseFailure(error)
  }
}

type Framing = Pick<BackupRequest<unknown>, 'manifest' | 'onProgress'>

async function* framesOf(client: PoolClient, { manifest: about, onProgress }: Framing): AsyncGenerator<Buffer> {
  const tables = await backedUpTables(client)
  const total = await countRows(client, tables)
  const manifest: BackupManifest = { ...about, migrations: await migrationsOf(client), rows: total }
  yield encodeDocument('manifest', manifest)
  const rowsOf: Record<string, number> = {}
  let written = 0
  for (const table of tables) {
    yield encodeDocument('table', { name: table.name, columns: table.columns })
    const rows = client.query(copyTo(`copy (${selectionOf(table, quoted(table.columns))}) to stdout`))
    for await (const chunk of rows) {
      yield encodeFrame('rows', chunk)
      onProgress((written += rowsIn(chunk)), total)
    }
    rowsOf[table.name] = rows.rowCount
    yield encodeDocument('end', { rows: rows.rowCount })
  }
  yield encodeDocument('footer', { rowsOf })
}

async function countRows(client: PoolClient, tables: readonly BackedUpTable[]): Promise<number> {
  let total = 0
  for (const table of tables) {
    const { rows } = await client.query<{ count: string }>(selectionOf(table, 'count(*)'))
    total += Number(rows[0]?.count)
  }
  return total
}

function selectionOf({ name, where }: BackedUpTable, selected: string): string {
  return `select ${selected} from public.${name}${where === undefined ? '' : ` where ${where}`}`
}

/** A list of columns for a statement. */
export function quoted(columns: readonly string[]): string {
  return columns.map((column) => `"${column.replaceAll('"', '""')}"`).join(', ')
}
