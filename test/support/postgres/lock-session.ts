import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Database } from '#core/database/database.ts'

/** Terminates the session that holds the lock of a projector or reactor, as the server does if its client is silent. */
export async function endLockSession({ db }: Database): Promise<void> {
  const { rows } = await sql`
    select pg_terminate_backend(pid) from pg_locks
    where locktype = 'advisory' and classid = 1936224112 and granted
      and database = (select oid from pg_database where datname = current_database())`.execute(db)
  expect(rows).not.toHaveLength(0)
}
