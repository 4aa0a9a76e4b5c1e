import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { migratedDatabase } from '../postgres/migrated-database.ts'
import type { FreshDatabase } from '../postgres/postgres.ts'
import { databaseFromTemplate } from '../postgres/template.ts'

/** Starts a shop on this database, and stops it once it is ready. */
export type StartOnce = (databaseUrl: string, dataDir: string) => Promise<void>

/**
 * A copy of a database on which a shop has started once: its tables of read models and jobs, its first ADMIN and the supplied
 * synonyms are there. `dataDir` gets the secrets that belong to it.
 */
export async function startedDatabase(dataDir: string, startOnce: StartOnce): Promise<FreshDatabase> {
  const database = await databaseFromTemplate('started_shop', async () => {
    const template = await migratedDatabase()
    const folder = await mkdtemp(join(tmpdir(), 'shop-template-'))
    await startOnce(template.url, folder)
    await cp(join(folder, 'secrets'), inject('templateSecrets'), { recursive: true })
    await rm(folder, { recursive: true })
    return template
  })
  await cp(inject('templateSecrets'), join(dataDir, 'secrets'), { recursive: true })
  return database
}
