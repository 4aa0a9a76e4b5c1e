import { sql } from 'kysely'
import type { Db } from '#core/database/database.ts'
import { OperatorError } from '#core/errors.ts'

/** @throws OperatorError that names the processes of the shop that are connected to its database besides this one */
export async function assertAlone(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select distinct application_name as name from pg_stat_activity
    where datname = current_database() and application_name ~ '^shop ' and application_name !~ ${` ${process.pid}$`}
    order by 1`.execute(db)
  if (rows.length === 0) return
  throw new OperatorError(
    `other processes of the shop are running: ${rows.map(({ name }) => name).join('; ')}`,
    'Stop all of them, then run adopt-log again.',
  )
}
