import { sql } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import { EngineUnavailable, OperatorError } from '../domain/errors.ts'
import type { Db } from './database.ts'

/**
 * Brings the database's tables up to what this version of the shop needs, in one transaction: all or nothing. Several
 * processes may do it at once; the first does the work, the others wait for it. For large tables open the database with
 * `statementTimeoutMs: 0`.
 * @throws OperatorError where a migration fails, or where the database is newer than this version of the shop
 */
export async function migrate(db: Db, migrations: Record<string, Migration>): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(unhurried(migrations)) },
    allowUnorderedMigrations: true,
  })
  const { error, results } = await migrator.migrateToLatest()
  if (error === undefined) return
  if (error instanceof EngineUnavailable || error instanceof OperatorError) throw error
  throw explained(error, results?.find((result) => result.status === 'Error')?.migrationName)
}

function unhurried(migrations: Record<string, Migration>): Record<string, Migration> {
  return Object.fromEntries(
    Object.entries(migrations).map(([name, one]) => [name, { ...one, up: withLongLockTimeout(one) }]),
  )
}

/** A lock that another process holds on a table is waited for longer than a request would. */
function withLongLockTimeout(migration: Migration): Migration['up'] {
  return async (db) => {
    await sql`set local lock_timeout = '30s'`.execute(db)
    await migration.up(db)
  }
}

function explained(error: unknown, migration: string | undefined): OperatorError {
  const reason = error instanceof Error ? error.message : String(error)
  if (reason.includes('previously executed migration')) {
    return new OperatorError(
      `the database belongs to a newer version of the shop (${reason})`,
      'Start that version, or restore a backup from before the upgrade.',
      { cause: error },
    )
  }
  return new OperatorError(
    `the database cannot be brought up to date${migration === undefined ? '' : ` by ${migration}`}: ${reason}`,
    'Nothing was changed. Mend the cause (rights, disk space, version of Postgres) and start again.',
    { cause: error },
  )
}
