import { beginRestore } from '#core/backup/restore-target.ts'
import type { Config } from '#core/config/config.ts'
import { assertSameKey, openSecrets, restoreSecrets, type SavedSecrets } from '#core/config/secrets.ts'
import { openDatabase, type Database } from '#core/database/database.ts'
import { hasEmbeddedPostgres, openEmbeddedPostgres } from '#core/database/embedded/embedded-postgres.ts'
import { processName } from '#core/database/process-name.ts'
import { assertUsable } from '#core/database/usable.ts'
import { openDataFolder } from '#core/process/data-folder.ts'
import type { Log } from '#core/telemetry/log.ts'

/** The empty database of a restore. */
export type Target = { database: Database; close: () => Promise<void> }

type Opening = { config: Config; log: Log; secrets: SavedSecrets }

/**
 * Opens the empty database of the configuration, marks it as the target of a restore, and puts the secrets of the backup
 * alongside it. @throws OperatorError if it is not empty
 */
export async function openTarget(opening: Opening): Promise<Target> {
  const dataDir = await openDataFolder(opening.config.dataDir)
  const { databaseUrl } = opening.config
  return databaseUrl === undefined ? openEmbedded(opening, dataDir) : openExternal(opening, dataDir, databaseUrl)
}

async function openExternal({ config, secrets }: Opening, dataDir: string, url: string): Promise<Target> {
  const database = open(config, url)
  const close = () => database.close()
  await closedOnFailure(close, async () => {
    await assertUsable(database)
    await assertSameKey(config, dataDir, secrets)
    await beginRestore(database.pool, 'the database of DATABASE_URL')
    await restoreSecrets(config, dataDir, secrets)
  })
  return { database, close }
}

async function openEmbedded({ config, log, secrets }: Opening, dataDir: string): Promise<Target> {
  // With the wrong secrets, a shop that is already there could not even be opened to see that it is not empty.
  if (!hasEmbeddedPostgres(dataDir)) await restoreSecrets(config, dataDir, secrets)
  const { databasePassword: password } = await openSecrets(config, dataDir, log)
  const postgres = await openEmbeddedPostgres({ dataDir, password, log })
  const database = open(config, postgres.url)
  const close = async () => {
    await database.close()
    await postgres.close()
  }
  await closedOnFailure(close, async () => {
    await beginRestore(database.pool, `the database in ${dataDir}`)
    await restoreSecrets(config, dataDir, secrets)
  })
  return { database, close }
}

function open({ host }: Config, url: string): Database {
  return openDatabase(url, { applicationName: processName({ roles: [], host }), statementTimeoutMs: 0 })
}

async function closedOnFailure(close: () => Promise<void>, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    await close()
    throw error
  }
}
