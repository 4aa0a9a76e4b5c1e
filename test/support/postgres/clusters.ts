import { mkdtemp, realpath } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbeddedPostgres, type EmbeddedPostgres } from '#core/database/embedded/embedded-postgres.ts'
import { silentLog } from '#core/telemetry/log.ts'
import { processPassword } from './processes.ts'

/** An empty data folder, which the caller deletes. */
export async function newDataDir(): Promise<string> {
  return realpath(await mkdtemp(join(tmpdir(), 'shop-postgres-')))
}

/** Opens the embedded Postgres in a data folder, as a process of the shop does. */
export function openCluster(dataDir: string, password = processPassword): Promise<EmbeddedPostgres> {
  return openEmbeddedPostgres({ dataDir, password, log: silentLog, isDurable: false })
}
