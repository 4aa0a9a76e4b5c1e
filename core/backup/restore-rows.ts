import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import type { Pool, PoolClient } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { databaseFailure } from '../database/failure.ts'
import { rowFilter, type RowFilter } from './row-filter.ts'
import { readBackup, type BackupSource, type TableHead, type TableReader } from './read-backup.ts'
import { quoted } from './write-backup.ts'

/** The tables in which a row of an erased person is left out, by the column with the person's id. */
export type PersonalTables = Readonly<Record<string, string>>

/** A connection within the transaction of a restore. */
export type RestoringClient = Pick<PoolClient, 'query'>

export type RestoreRequest = BackupSource & {
  /** Without a statement timeout; its schema is that of the backup. */
  pool: Pool
  /** The rows of these persons are not restored: not even for a moment are they on the disk. */
  erased: ReadonlySet<string>
  personalTables: PersonalTables
  /** Called in the same transaction, after all rows, with the persons whose rows were left out, by table. */
  afterwards: (client: RestoringClient, omitted: ReadonlyMap<string, ReadonlySet<string>>) => Promise<void>
}

/** Restores all rows in one transaction; resolves to the number of rows of each table. @throws OperatorError */
export async function restoreRows(request: RestoreRequest): Promise<Record<string, number>> {
  const client = await request.pool.connect().catch((error: unknown) => {
    throw databaseFailure(error)
  })
  try {
    await client.query('begin')
    await client.query('set local idle_in_transaction_session_timeout = 0')
    const omitted = new Map<string, ReadonlySet<string>>()
    const rowsOf = await readBackup(request, {
      openTable(table) {
        const filter = rowFilter({
          column: table.columns.indexOf(request.personalTables[table.name] ?? ''),
          without: request.erased,
        })
        omitted.set(table.name, filter.omitted)
        return openTable(client, table, filter)
      },
    })
    await request.afterwards(client, omitted)
    await client.query('commit')
    client.release()
    return rowsOf
  } catch (error) {
    client.release(true)
    throw databaseFailure(error)
  }
}

/** Replaces the rows that migrations have inserted. */
async function openTable(client: PoolClient, { name, columns }: TableHead, filter: RowFilter): Promise<TableReader> {
  const { rowCount } = await client.query(`select from public.${name} limit 1`)
  if (rowCount !== 0) await client.query(`delete from public.${name}`)
  const rows = client.query(copyFrom(`copy public.${name} (${quoted(columns)}) from stdin`))
  const done = finished(rows)
  // Awaited at the end; a failure in between must not end the process.
  done.catch(() => undefined)
  return {
    async write(chunk) {
      const kept = filter.keep(chunk)
      if (kept.length > 0 && !rows.write(kept)) await Promise.race([once(rows, 'drain'), done])
    },
    async end(expected) {
      rows.end()
      await done
      const restored = rows.rowCount + filter.omittedRows()
      if (restored !== expected) throw new TypeError(`${name} has ${restored} rows instead of ${expected}`)
    },
  }
}
