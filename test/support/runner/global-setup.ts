import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openDataFolder } from '#core/process/data-folder.ts'
import { findPostmaster } from '#core/database/embedded/postmaster.ts'
import { openEmbeddedPostgres } from '#core/database/embedded/embedded-postgres.ts'
import { openLog } from '#core/telemetry/log.ts'
import { isRunning } from '#core/process/system-error.ts'
import { ask } from '../postgres/postgres.ts'
import { databaseFolder } from '../postgres/database-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The superuser's URL of the one Postgres of this run. */
    postgresAdminUrl: string
    /** The secrets of the template of a started shop. */
    templateSecrets: string
  }
}

/** Starts one Postgres for the whole run; the teardown deletes its folder. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const place = await databaseFolder()
  await clearAwayKilledRuns(place)
  const dataDir = await openDataFolder(await mkdtemp(join(place, `shop-test-${process.pid}-`)))
  const postgres = await openEmbeddedPostgres({
    dataDir,
    password: 'test',
    log: openLog('error'),
    isDurable: false,
  })
  await trustConnections(postgres.adminUrl)
  project.provide('postgresAdminUrl', postgres.adminUrl)
  project.provide('templateSecrets', join(dataDir, 'template-secrets'))
  return async () => {
    await postgres.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Checking its password is a third of the cost of a connection, and a run opens thousands. Over TCP, it is still checked. */
async function trustConnections(adminUrl: string): Promise<void> {
  const rules = ['local all all trust', 'host all all 127.0.0.1/32 scram-sha-256']
  await writeFile(await ask('show hba_file', adminUrl), rules.map((rule) => `${rule}\n`).join(''))
  await ask('select pg_reload_conf()', adminUrl)
}

/** Removes what killed runs have left: their servers still run. */
async function clearAwayKilledRuns(place: string): Promise<void> {
  for (const entry of await readdir(place)) {
    const runner = /^shop-test-(\d+)-/.exec(entry)?.[1]
    if (runner === undefined || isRunning(Number(runner))) continue
    const folder = join(place, entry)
    const server = await findPostmaster(join(folder, 'postgres'))
    if (server !== undefined) process.kill(server.pid, 'SIGKILL')
    await rm(folder, { recursive: true, force: true, maxRetries: 10 }).catch(() => undefined)
  }
}
