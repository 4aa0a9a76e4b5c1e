import { openDatabase } from '#core/database/database.ts'
import { migrate } from '#core/database/migrate.ts'
import { shopMigrations } from '#modules/shop/migrations.ts'
import { Client } from 'pg'
import { inject } from 'vitest'
import { administer, freshDatabase, type FreshDatabase } from './postgres.ts'

const template = 'migrated_shop'

/** The lock under which the first worker creates the template. */
const templateLock = 719_031

/** A database with the tables of this release and no rows, copied from a template that a run migrates once. */
export async function migratedDatabase(): Promise<FreshDatabase> {
  const adminUrl = inject('postgresAdminUrl')
  await provideTemplate(adminUrl)
  return freshDatabase(adminUrl, template)
}

async function provideTemplate(adminUrl: string): Promise<void> {
  const admin = new Client({ connectionString: adminUrl })
  await admin.connect()
  try {
    await admin.query('select pg_advisory_lock($1)', [templateLock])
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [template])
    if (rowCount === 0) await createTemplate(adminUrl)
  } finally {
    // Ends the lock, too.
    await admin.end()
  }
}

/** A template that a killed worker left half migrated never has this name. */
async function createTemplate(adminUrl: string): Promise<void> {
  const { url } = await freshDatabase(adminUrl)
  const database = openDatabase(url, { applicationName: 'template', max: 1, statementTimeoutMs: 0 })
  await migrate(database.db, shopMigrations)
  await database.close()
  await administer(`alter database ${new URL(url).pathname.slice(1)} rename to ${template}`, adminUrl)
}
