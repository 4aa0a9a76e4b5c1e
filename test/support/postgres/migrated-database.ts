import { openDatabase } from '#core/database/database.ts'
import { migrate } from '#core/database/migrate.ts'
import { shopMigrations } from '#modules/shop/migrations.ts'
import { freshDatabase, type FreshDatabase } from './postgres.ts'
import { databaseFromTemplate } from './template.ts'

/** A database with the tables of this release and no rows, copied from a template that a run migrates once. */
export function migratedDatabase(): Promise<FreshDatabase> {
  return databaseFromTemplate('migrated_shop', async () => {
    const fresh = await freshDatabase()
    const database = openDatabase(fresh.url, { applicationName: 'template', max: 1, statementTimeoutMs: 0 })
    await migrate(database.db, shopMigrations)
    await database.close()
    return fresh
  })
}
