import { join } from 'node:path'
import type { Migration } from 'kysely/migration'
import { assertNoUnfinishedRestore } from '#core/backup/restore-target.ts'
import { publicHost, type Config } from '#core/config/config.ts'
import { openDataFolder } from '#core/process/data-folder.ts'
import { lockData, type DataLock } from '#core/database/data-lock.ts'
import { openDatabase, type Database, type Db } from '#core/database/database.ts'
import { extensionMigrations } from '#core/database/extensions.ts'
import { assertDatabaseIsNotLost, openEmbeddedPostgres } from '#core/database/embedded/embedded-postgres.ts'
import { openListener, type Listener } from '#core/database/listener.ts'
import { migrate } from '#core/database/migrate.ts'
import { processName, sessionName } from '#core/database/process-name.ts'
import { assertUsable } from '#core/database/usable.ts'
import { watchDiskSpace, type DiskSpace, type FreeBytes } from '#core/process/disk-space.ts'
import { EngineUnavailable, type OperatorError } from '#core/domain/errors.ts'
import type { EventDefinitions } from '#core/event-store/event-definition.ts'
import { copyRecordMigrations } from '#core/event-store/copy/copy-record.ts'
import { eventLogHomeMigrations } from '#core/event-store/identity/event-log-home.ts'
import { eventStoreMigrations } from '#core/event-store/postgres/tables.ts'
import type { EventStore } from '#core/event-store/event-store.ts'
import type { Followed } from '#core/event-store/identity/judge-identity.ts'
import type { Owner } from '#core/event-store/identity/own-engine.ts'
import { shopIdentityMigrations } from '#core/event-store/identity/identity-row.ts'
import { idempotencyMigrations } from '#core/http/idempotency/idempotency.ts'
import { throttleMigrations } from '#core/http/security/throttle.ts'
import { eventWriterMigrations } from '#core/event-store/writers/writer-tables.ts'
import { openJobs, type Jobs } from '#core/jobs/queue.ts'
import { watchRedis } from '#core/jobs/redis.ts'
import type { Log } from '#core/telemetry/log.ts'
import { openMailer, type Mailer } from '#core/mailer/mailer.ts'
import { assertSameMasterKey } from '#core/personal-data/master-key.ts'
import { openErasureList, type ErasureList } from '#core/personal-data/erasure-list.ts'
import { openPersonalData, type PersonalData } from '#core/personal-data/personal-data.ts'
import { personalDataMigrations } from '#core/personal-data/personal-keys.ts'
import { openMeiliSearchIndex } from '../../catalogue/search/meilisearch/search-index.ts'
import { openPostgresSearchIndex } from '../../catalogue/search/postgres/search-index.ts'
import type { ProductSearchIndex } from '../../catalogue/search/product-search-index.ts'
import { openEventLog, type EventLog } from './event-log.ts'
import { openSecrets, type Secrets } from '#core/config/secrets.ts'

export const coreMigrations = {
  ...extensionMigrations,
  ...eventStoreMigrations,
  ...eventLogHomeMigrations,
  ...copyRecordMigrations,
  ...eventWriterMigrations,
  ...shopIdentityMigrations,
  ...personalDataMigrations,
  ...idempotencyMigrations,
  ...throttleMigrations,
}

/** The shop's engines, as chosen by the configuration, and the connections to them. */
export type Infrastructure = EventLog & {
  /** The shop's data folder. */
  dataDir: string
  secrets: Secrets
  databaseUrl: string
  /** The space on the disk of the embedded database; undefined with an external Postgres, whose disk is not visible. */
  disk: DiskSpace | undefined
  database: Database
  /** For long work such as builds: has no statement timeout. */
  bulk: Database
  listener: Listener
  personalData: PersonalData
  erasureList: ErasureList
  searchIndex: ProductSearchIndex
  /** The caller of `open` must close the queue. */
  jobs: { open(): Promise<Jobs>; ping(): Promise<void> }
  mailer: Mailer
  /** Closes everything in reverse order; the embedded Postgres stops with its last user. */
  close(): Promise<void>
}

export type InfrastructureDeps = {
  config: Config
  log: Log
  /** The roles of this process, such as `api`, each of which runs once per data folder; empty for a visitor. */
  roles: readonly string[]
  definitions: EventDefinitions
  /** The migrations of modules and projections; those of the engines are added here. */
  migrations: Record<string, Migration>
  /** Whether the checkpoints of a database have followed a log; by default, they have followed none. */
  followed?: (db: Db, store: EventStore) => Promise<Followed>
  /** Called when another process has taken over the data: this process must stop. */
  onLockLost: (error: OperatorError) => void
  /** Reads the free space on the disk; by default from the system. */
  freeBytes?: FreeBytes | undefined
  /** The most connections to the database for calls and read models (default 20). */
  maxConnections?: number | undefined
}

/**
 * Opens everything; on a failure, closes what it has opened and throws.
 * @throws OperatorError if the operator must act
 */
export async function openInfrastructure(deps: InfrastructureDeps): Promise<Infrastructure> {
  const closers: (() => Promise<void>)[] = []
  const close = async () => {
    for (const closeOne of closers.splice(0).toReversed()) await closeOne()
  }
  try {
    return { ...(await open(deps, closers)), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function open(
  deps: InfrastructureDeps,
  closers: (() => Promise<void>)[],
): Promise<Omit<Infrastructure, 'close'>> {
  const { config, log } = deps
  const dataDir = await openDataFolder(config.dataDir)
  if (config.databaseUrl === undefined) await assertDatabaseIsNotLost(dataDir)
  const secrets = await openSecrets(config, dataDir, log)
  const { databaseUrl, disk } =
    config.databaseUrl === undefined
      ? await openOwnPostgres(deps, { dataDir, secrets, closers })
      : { databaseUrl: config.databaseUrl, disk: undefined }
  const applicationName = processName({ roles: deps.roles, host: publicHost(config) })
  const database = openDatabase(databaseUrl, { applicationName, max: deps.maxConnections ?? 20 })
  closers.push(() => database.close())
  const bulk = openDatabase(databaseUrl, { applicationName, max: 4, statementTimeoutMs: 0 })
  closers.push(() => bulk.close())
  if (config.databaseUrl !== undefined) await assertUsable(database)
  await assertNoUnfinishedRestore(database.pool)
  await migrate(bulk.db, { ...coreMigrations, ...deps.migrations })
  await assertSameMasterKey(database.db, secrets.personalDataKey)
  const listener = openListener(databaseUrl, sessionName('listener'))
  closers.push(() => listener.close())
  const personalData = openPersonalData({ db: database.db, masterKey: secrets.personalDataKey })
  const followed = async (store: EventStore) => (await deps.followed?.(bulk.db, store)) ?? 'nothing'
  const eventLog = openEventLog({ ...deps, database, bulk, listener, personalData, disk, followed, closers })
  const owner = { ownership: () => eventLog.identity.ownership(), isRunning: deps.roles.length > 0 }
  const searchIndex = openSearchIndex({ config, log, database, bulk, owner })
  closers.push(() => searchIndex.close())
  const mailer = openMailer({ smtpUrl: config.smtpUrl, outboxDir: join(dataDir, 'outbox'), from: config.mailFrom, log })
  const jobs = openJobEngine({ config, log, databaseUrl, owner, closers })
  const erasureList = openErasureList(config.erasuresFile)
  const engines = { database, bulk, listener, ...eventLog, personalData, erasureList, searchIndex, jobs, mailer }
  return { dataDir, secrets, databaseUrl, disk, ...engines }
}

type SearchEngine = {
  config: Config
  log: Log
  database: Database
  bulk: Database
  owner: Owner
}

function openSearchIndex({ config: { meili }, log, database, bulk, owner }: SearchEngine): ProductSearchIndex {
  if (meili === undefined) return openPostgresSearchIndex({ pool: database.pool, db: bulk.db, log })
  return openMeiliSearchIndex({ ...meili, log, owner })
}

type JobEngine = {
  config: Config
  log: Log
  databaseUrl: string
  owner: Owner
  closers: (() => Promise<void>)[]
}

/** If the jobs are in the database, the probe of the database covers them. */
function openJobEngine({ config, log, databaseUrl, owner, closers }: JobEngine): Infrastructure['jobs'] {
  const { redisUrl } = config
  if (redisUrl === undefined) return { open: () => openJobs({ databaseUrl, log }), ping: () => Promise.resolve() }
  const redis = watchRedis(redisUrl, log, owner)
  closers.push(() => redis.close())
  return {
    async open() {
      await redis.assertOwn().catch(unlessUnavailable)
      return openJobs({ databaseUrl, redisUrl, log, assertUsable: () => redis.assertUsable() })
    },
    ping: () => redis.ping(),
  }
}

/** If Redis is unavailable, its owner is checked before the first job. @throws OperatorError if it is another shop's */
function unlessUnavailable(error: unknown): void {
  if (!(error instanceof EngineUnavailable)) throw error
}

type OwnPostgres = { dataDir: string; secrets: Secrets; closers: (() => Promise<void>)[] }

/** The embedded default: the shop's own Postgres, a watch on its disk, and a lock against a second shop on its data. */
async function openOwnPostgres(
  { config, log, roles, onLockLost, freeBytes }: InfrastructureDeps,
  { dataDir, secrets, closers }: OwnPostgres,
): Promise<{ databaseUrl: string; disk: DiskSpace }> {
  const postgres = await openEmbeddedPostgres({ dataDir, password: secrets.databasePassword, log })
  closers.push(() => postgres.close())
  if (roles.length > 0) {
    const lock: DataLock = await lockData({ url: postgres.url, roles, log, onLost: onLockLost })
    closers.push(() => lock.release())
  }
  const disk = await watchDiskSpace({ folder: postgres.folder, reserveMb: config.diskReserveMb, log, freeBytes })
  closers.push(async () => disk.close())
  return { databaseUrl: postgres.url, disk }
}
