import type { Pool, PoolClient } from 'pg'
import { OperatorError } from '../domain/errors.ts'
import { codeOf } from '../process/system-error.ts'

/** The rows of these tables come from migrations; a restore replaces them. */
const filledByMigrations = new Set(['log_head', 'event_log_home', 'foreign_events'])

/** There from the first write of a restore until its commit. A table, so that its end is part of the transaction. */
const marker = 'public.unfinished_restore'

/**
 * Marks an empty database as the target of a restore: until the restore is complete, no shop starts on it.
 * @throws OperatorError if it holds any table but those of an interrupted restore
 */
export async function beginRestore(pool: Pool, name: string): Promise<void> {
  if (await isMarked(pool)) return
  const { rowCount } = await pool.query(`
    select from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'f') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    limit 1`)
  if (rowCount !== 0) throw notEmpty(name)
  await pool.query(`create table if not exists ${marker} (begun_at timestamptz not null default now())`)
}

/** Call before the first write of a start. @throws OperatorError where a restore is under way, or was interrupted */
export async function assertNoUnfinishedRestore(pool: Pool): Promise<void> {
  if (!(await isMarked(pool))) return
  throw new OperatorError(
    'a restore into this database is not complete',
    'Wait for it, or, if it was interrupted, run `npm run ops -- restore` with the same file again.',
  )
}

/** Call first in the transaction of a restore: ends the mark with it. @throws OperatorError if another restore runs */
export async function endRestore(client: Pick<PoolClient, 'query'>): Promise<void> {
  try {
    await client.query(`lock table ${marker} in access exclusive mode nowait`)
  } catch (error) {
    if (!['55P03', '42P01'].includes(codeOf(error))) throw error
    throw new OperatorError('another restore into this database is running', 'Wait for it.', { cause: error })
  }
  await client.query(`drop table ${marker}`)
}

/** Empties a table for its rows. @throws OperatorError if it has rows that no migration has inserted */
export async function emptyTable(client: Pick<PoolClient, 'query'>, table: string): Promise<void> {
  const { rowCount } = await client.query(`select from public.${table} limit 1`)
  if (rowCount === 0) return
  if (!filledByMigrations.has(table)) throw notEmpty(`the table ${table}`)
  await client.query(`delete from public.${table}`)
}

async function isMarked(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ there: boolean }>(`select to_regclass('${marker}') is not null as there`)
  return rows[0]?.there === true
}

function notEmpty(name: string): OperatorError {
  return new OperatorError(
    `${name} is not empty: a restore never overwrites anything`,
    'Name an empty database in DATABASE_URL, or a new folder in DATA_DIR.',
  )
}
