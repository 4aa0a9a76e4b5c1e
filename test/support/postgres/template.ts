import { Client } from 'pg'
import { inject } from 'vitest'
import { administer, freshDatabase, type FreshDatabase } from './postgres.ts'

/** The templates that exist, as far as this worker has checked. */
const made = new Set<string>()

/** A copy of the database that `create` makes once in a run of the tests; it must have no connections left. */
export async function databaseFromTemplate(
  template: string,
  create: () => Promise<FreshDatabase>,
): Promise<FreshDatabase> {
  if (!made.has(template)) await makeOnce(template, create)
  made.add(template)
  return freshDatabase(inject('postgresAdminUrl'), template)
}

async function makeOnce(template: string, create: () => Promise<FreshDatabase>): Promise<void> {
  const admin = new Client({ connectionString: inject('postgresAdminUrl') })
  await admin.connect()
  try {
    // The other workers wait until the first has made it.
    await admin.query('select pg_advisory_lock(hashtext($1))', [template])
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [template])
    if (rowCount === 0) {
      const { url } = await create()
      // Renamed last, so that a killed worker leaves no half-made template.
      await administer(
        `alter database ${new URL(url).pathname.slice(1)} rename to ${template}`,
        inject('postgresAdminUrl'),
      )
    }
  } finally {
    // Ends the lock, too.
    await admin.end()
  }
}
