import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openDataFolder } from '#core/data-folder.ts'
import { findPostmaster } from '#core/database/embedded/postmaster.ts'
import { openEmbeddedPostgres } from '#core/database/embedded-postgres.ts'
import { openLog } from '#core/log.ts'
import { isRunning } from '#core/system-error.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The superuser's URL of the one Postgres of this run. */
    postgresAdminUrl: string
  }
}

/** One Postgres for the whole run, in a folder that goes with it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await clearAwayKilledRuns()
  const dataDir = await openDataFolder(await mkdtemp(join(tmpdir(), `shop-test-${process.pid}-`)))
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

/** A run that was killed leaves its server running. */
async function clearAwayKilledRuns(): Promise<void> {
  for (const entry of await readdir(tmpdir())) {
    const runner = /^shop-test-(\d+)-/.exec(entry)?.[1]
    if (runner === undefined || isRunning(Number(runner))) continue
    const folder = join(tmpdir(), entry)
    const server = await findPostmaster(join(folder, 'postgres'))
    if (server !== undefined) process.kill(server.pid, 'SIGKILL')
    await rm(folder, { recursive: true, force: true, maxRetries: 10 }).catch(() => undefined)
  }
}
