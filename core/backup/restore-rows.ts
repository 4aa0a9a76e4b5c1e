import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import type { Pool, PoolClient } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { databaseFailure } from '../database/failure.ts'
import { OperatorError } from '../domain/errors.ts'
import { codeOf } from '../process/system-error.ts'
import { readBackup, type BackupSource, type TableHead, type TableReader } from './read-backup.ts'
import { emptyTable, endRestore } from './restore-target.ts'
import { rowFilter, rowsIn } from './row-filter.ts'
import { quoted } from './write-backup.ts'

/** The tables in which a row of an erased person is skipped, by the column with the person's id. */
export type PersonalTables = Readonly<Record<string, string>>

/** A connection within the transaction of a restore. */
export type RestoringClient = Pick<PoolClient, 'query'>

export type RestoreRequest = BackupSource & {
  /** Without a statement timeout; marked by `beginRestore`, with the schema of the backup. */
  pool: Pool
  /** The rows of these persons are not restored: not even for a moment are they on the disk. */
  erased: ReadonlySet<string>
  personalTables: PersonalTables
  /** A later backup of the same shop, from which the rows of `personalTables` are taken. */
  persons?: BackupSource | undefined
  /** Called with the number of rows so far. */
  onRows: (rows: number) => void
  /** Aborts at Ctrl-C: the transaction is rolled back. */
  signal: AbortSignal
  /** Called in the same transaction, after all rows, with the persons whose rows were skipped, by table. */
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
    await endRestore(client)
    const rowsOf = await restoreAll(client, request)
    await client.query('commit')
    client.release()
    return rowsOf
  } catch (error) {
    client.release(true)
    throw request.signal.aborted ? interrupted(error) : restoreFailure(error)
  }
}

function restoreFailure(error: unknown): unknown {
  if (codeOf(error) !== '53100') return databaseFailure(error)
  const remedy = 'Nothing was restored: make room, then run it again.'
  return new OperatorError('the disk is full', remedy, { cause: error })
}

function interrupted(cause: unknown): OperatorError {
  return new OperatorError('the restore was interrupted', 'Nothing was restored; run it again.', { cause })
}

async function restoreAll(client: PoolClient, request: RestoreRequest): Promise<Record<string, number>> {
  const { persons, personalTables } = request
  const omitted = new Map<string, ReadonlySet<string>>()
  const isPersonal = ({ name }: TableHead) => name in personalTables
  const open = tableOpener(client, request, omitted)
  const rowsOf = await readBackup(request, {
    openTable: (table) => (persons !== undefined && isPersonal(table) ? skippedTable : open(table)),
  })
  const later =
    persons === undefined
      ? {}
      : await readBackup(persons, { openTable: (table) => (isPersonal(table) ? open(table) : skippedTable) })
  await request.afterwards(client, omitted)
  const ofPersons = Object.entries(later).filter(([name]) => name in personalTables)
  return { ...rowsOf, ...Object.fromEntries(ofPersons) }
}

const skippedTable: Promise<TableReader> = Promise.resolve({
  write: () => Promise.resolve(),
  end: () => Promise.resolve(),
})

/** Opens tables for their rows, without those of erased persons, who are noted in `omitted`. */
function tableOpener(
  client: PoolClient,
  { personalTables, erased, onRows, signal }: RestoreRequest,
  omitted: Map<string, ReadonlySet<string>>,
): (table: TableHead) => Promise<TableReader> {
  let restored = 0
  return async ({ name, columns }) => {
    const filter = rowFilter({ column: columns.indexOf(personalTables[name] ?? ''), without: erased })
    omitted.set(name, filter.omitted)
    await emptyTable(client, name)
    const rows = client.query(copyFrom(`copy public.${name} (${quoted(columns)}) from stdin`))
    const done = finished(rows)
    // The stream loses its connection without being destroyed, and would throw an error of its own at the next write.
    let failure: Error | undefined
    rows.on('error', (error) => (failure = error))
    // Awaited at the end; a failure in between must not end the process.
    done.catch(() => undefined)
    return {
      async write(chunk) {
        signal.throwIfAborted()
        if (failure !== undefined) throw failure
        const kept = filter.keep(chunk)
        if (kept.length > 0 && !rows.write(kept)) await Promise.race([once(rows, 'drain'), done])
        onRows((restored += rowsIn(chunk)))
      },
      async end(expected) {
        rows.end()
        await done
        const all = rows.rowCount + filter.omittedRows()
        if (all !== expected) throw new TypeError(`${name} has ${all} rows instead of ${expected}`)
      },
    }
  }
}
