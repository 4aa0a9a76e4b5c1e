import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openDataFolder } from '#core/data-folder.ts'
import { openEmbeddedPostgres } from '#core/database/embedded-postgres.ts'
import { openLog } from '#core/log.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The superuser's URL of the one Postgres of this run. */
    postgresAdminUrl: string
  }
}

/** One Postgres for the whole run, in a folder that goes with it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await openDataFolder(await mkdtemp(join(tmpdir(), 'shop-test-')))
  const postgres = await openEmbeddedPostgres({
    dataDir,
    password: 'test',
    log: openLog('error'),
    isDurable: false,
  })
  project.provide('postgresAdminUrl', postgres.adminUrl)
  return async () => {
    await postgres.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}
