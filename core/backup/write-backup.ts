import type { Pool, PoolClient } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { databaseFailure } from '../database/failure.ts'
import { backedUpTables, migrationsOf, type BackedUpTable } from './backup-tables.ts'
import { encodeDocument, encodeFrame } from './frames.ts'
import type { BackupManifest } from './manifest.ts'
import { writeSealed } from './sealed-file.ts'

export type BackupRequest = {
  /** Without a statement timeout. */
  pool: Pool
  file: string
  passphrase: string
  manifest: Omit<BackupManifest, 'migrations'>
}

/**
 * Writes all data of the shop as of one moment, while it runs; the file appears only when it is complete.
 * @throws OperatorError if the file cannot be written
 */
export async function writeBackup({ pool, file, passphrase, manifest }: BackupRequest): Promise<void> {
  const client = await pool.connect().catch((error: unknown) => {
    throw databaseFailure(error)
  })
  try {
    await client.query('begin isolation level repeatable read read only')
    await client.query('set local idle_in_transaction_session_timeout = 0')
    await writeSealed(file, passphrase, framesOf(client, manifest))
    await client.query('commit')
    client.release()
  } catch (error) {
    client.release(true)
    throw databaseFailure(error)
  }
}

async function* framesOf(client: PoolClient, about: BackupRequest['manifest']): AsyncGenerator<Buffer> {
  const manifest: BackupManifest = { ...about, migrations: await migrationsOf(client) }
  yield encodeDocument('manifest', manifest)
  const rowsOf: Record<string, number> = {}
  for (const table of await backedUpTables(client)) {
    yield encodeDocument('table', { name: table.name, columns: table.columns })
    const rows = client.query(copyTo(statementFor(table)))
    for await (const chunk of rows) yield encodeFrame('rows', chunk)
    rowsOf[table.name] = rows.rowCount
    yield encodeDocument('end', { rows: rows.rowCount })
  }
  yield encodeDocument('footer', { rowsOf })
}

function statementFor({ name, columns, where }: BackedUpTable): string {
  const filter = where === undefined ? '' : ` where ${where}`
  return `copy (select ${quoted(columns)} from public.${name}${filter}) to stdout`
}

/** A list of columns for a statement. */
export function quoted(columns: readonly string[]): string {
  return columns.map((column) => `"${column.replaceAll('"', '""')}"`).join(', ')
}
