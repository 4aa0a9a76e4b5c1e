import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#core/database/database.ts'
import { openEmbeddedPostgres } from '#core/database/embedded/embedded-postgres.ts'
import { openDataFolder } from '#core/process/data-folder.ts'
import { openLog } from '#core/telemetry/log.ts'
import { openPostgresSearchIndex } from '#modules/catalogue/search/postgres/search-index.ts'
import type { ProductSearchIndex } from '#modules/catalogue/search/product-search-index.ts'

export type BenchIndex = { index: ProductSearchIndex; close(): Promise<void> }

/** An empty index in a new embedded Postgres. */
export async function openBenchIndex(
  open: typeof openPostgresSearchIndex = openPostgresSearchIndex,
): Promise<BenchIndex> {
  const log = openLog('error')
  const dataDir = await openDataFolder(await mkdtemp(join(tmpdir(), 'shop-bench-')))
  const postgres = await openEmbeddedPostgres({ dataDir, password: 'bench', log })
  const database = openDatabase(postgres.url, { applicationName: 'shop bench' })
  const index = open({ ...database, log })
  await index.prepare()
  return {
    index,
    async close() {
      await database.close()
      await postgres.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
