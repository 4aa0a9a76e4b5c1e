import { sql } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import { EngineUnavailable, OperatorError } from '../domain/errors.ts'
import type { Db } from './database.ts'

/**
 * Migrates the database to the schema of this version of the shop, in one transaction. Several processes may call it at
 * once: the first migrates, the others wait for it. For large tables, open the database with `statementTimeoutMs: 0`.
 * @throws OperatorError if a migration fails, or if the database is newer than this version of the shop
 */
export async function migrate(db: Db, migrations: Record<string, Migration>): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(patient(migrations)) },
    allowUnorderedMigrations: true,
  })
  const { error, results } = await migrator.migrateToLatest()
  if (error === undefined) return
  if (error instanceof EngineUnavailable || error instanceof OperatorError) throw error
  throw explained(error, results?.find((result) => result.status === 'Error')?.migrationName)
}

function patient(migrations: Record<string, Migration>): Record<string, Migration> {
  return Object.fromEntries(
    Object.entries(migrations).map(([name, one]) => [name, { ...one, up: withLongLockTimeout(one) }]),
  )
}

/** A migration waits longer than a request does for a table that another process has locked. */
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
    `the database cannot be migrated${migration === undefined ? '' : ` by ${migration}`}: ${reason}`,
    'Nothing was changed. Fix the cause (privileges, disk space, Postgres version) and start again.',
    { cause: error },
  )
}
