import { join } from 'node:path'
import type { Migration } from 'kysely/migration'
import type { Config } from './config.ts'
import { openDataFolder } from './data-folder.ts'
import { lockData, type DataLock } from './database/data-lock.ts'
import { openDatabase, type Database } from './database/database.ts'
import { extensionMigrations } from './database/extensions.ts'
import { assertDatabaseIsNotLost, openEmbeddedPostgres } from './database/embedded-postgres.ts'
import { openListener, type Listener } from './database/listener.ts'
import { migrate } from './database/migrate.ts'
import { assertUsable } from './database/usable.ts'
import { storeWithRoom, watchDiskSpace, type DiskSpace, type FreeBytes } from './disk-space.ts'
import type { OperatorError } from './errors.ts'
import { eventCodec, withCodec, type EventDefinitions } from './event-store/codec.ts'
import { copyRecordMigrations } from './event-store/copy/copy-record.ts'
import { eventLogHomeMigrations, type EventLogHome } from './event-store/event-log-home.ts'
import { withoutLeftOut } from './event-store/left-out/without-left-out.ts'
import { openEventStoreDb } from './event-store/eventstoredb.ts'
import { eventStoreMigrations } from './event-store/event-tables.ts'
import type { EventStore } from './event-store/event-store.ts'
import { openLogGate, type LogGate } from './event-store/log-gate.ts'
import { idempotencyMigrations } from './http/idempotency.ts'
import { throttleMigrations } from './http/throttle.ts'
import { countingForeign } from './event-store/ownership/foreign-count.ts'
import { shopsEvents, type ShopsEvents } from './event-store/ownership/shops-events.ts'
import { openPostgresEventStore } from './event-store/postgres.ts'
import { storeWithNamedWriter } from './event-store/writers/named-writer.ts'
import { eventWriterMigrations } from './event-store/writers/writer-tables.ts'
import { openJobs, type Jobs } from './jobs/queue.ts'
import { watchRedis } from './jobs/redis.ts'
import { newId } from './ids.ts'
import type { Log } from './log.ts'
import { openMailer, type Mailer } from './mailer/mailer.ts'
import { assertSameMasterKey } from './personal-data/master-key.ts'
import { openPersonalData, type PersonalData } from './personal-data/personal-data.ts'
import { personalDataMigrations } from './personal-data/personal-keys.ts'
import { openMeiliSearchIndex } from './search-index/meilisearch.ts'
import { openPostgresSearchIndex } from './search-index/postgres.ts'
import type { SearchIndex } from './search-index/search-index.ts'
import { openSecrets, type Secrets } from './secrets.ts'

const coreMigrations = {
  ...extensionMigrations,
  ...eventStoreMigrations,
  ...eventLogHomeMigrations,
  ...copyRecordMigrations,
  ...eventWriterMigrations,
  ...personalDataMigrations,
  ...idempotencyMigrations,
  ...throttleMigrations,
}

/** Every engine of the shop, chosen by configuration, and what was opened to reach it. */
export type Infrastructure = {
  /** Where the shop keeps its files. */
  dataDir: string
  secrets: Secrets
  databaseUrl: string
  /** On the disk of the embedded database; what a Postgres of the operator's own has is not for the shop to know. */
  disk: DiskSpace | undefined
  database: Database
  /** For work that takes its time, such as rebuilds: no limit on one statement. */
  bulk: Database
  listener: Listener
  /** With the codec: events as the modules define them. Takes none while `logGate` is closed. */
  store: EventStore
  /** `store` with the events that an operator has left out for every reader: the audit shows them. */
  everyEvent: EventStore
  /** Closed while the event log is not the one that this shop knows. */
  logGate: LogGate
  /** The same log as it is stored: personal texts stay sealed. */
  sealedStore: EventStore
  /** Where the events are: in tables of `database`, or in EventStoreDB. */
  eventsIn: EventLogHome
  /** The event tables as they are stored, sealed, with whatever others have written there; where the events are elsewhere, those from before. */
  eventTables: EventStore
  personalData: PersonalData
  searchIndex: SearchIndex
  /** Whoever opens the queue closes it. */
  jobs: { open(): Promise<Jobs>; ping(): Promise<void> }
  mailer: Mailer
  /** In the reverse order of opening; the embedded Postgres stops with its last user. */
  close(): Promise<void>
}

export type InfrastructureNeeds = {
  config: Config
  log: Log
  /** What this process does, such as `api`: no two do the same on one data folder. Empty for a passing visitor. */
  roles: readonly string[]
  definitions: EventDefinitions
  /** Those of modules and projections; the engines' own come by themselves. */
  migrations: Record<string, Migration>
  /** Another process has taken this one's place on the data: it must stop. */
  onLockLost: (error: OperatorError) => void
  /** How full the disk is; by itself the system is asked. */
  freeBytes?: FreeBytes | undefined
}

/**
 * Opens everything, or closes again what was opened and throws.
 * @throws OperatorError where the person at the keyboard must act
 */
export async function openInfrastructure(needs: InfrastructureNeeds): Promise<Infrastructure> {
  const closers: (() => Promise<void>)[] = []
  const close = async () => {
    for (const closeOne of closers.splice(0).toReversed()) await closeOne()
  }
  try {
    return { ...(await open(needs, closers)), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function open(
  needs: InfrastructureNeeds,
  closers: (() => Promise<void>)[],
): Promise<Omit<Infrastructure, 'close'>> {
  const { config, log, definitions } = needs
  const dataDir = await openDataFolder(config.dataDir)
  if (config.databaseUrl === undefined) await assertDatabaseIsNotLost(dataDir)
  const secrets = await openSecrets(config, dataDir)
  const { databaseUrl, disk } =
    config.databaseUrl === undefined
      ? await openOwnPostgres(needs, { dataDir, secrets, closers })
      : { databaseUrl: config.databaseUrl, disk: undefined }
  const applicationName = `shop ${needs.roles.join('+') || 'visitor'} ${process.pid}`
  const database = openDatabase(databaseUrl, { applicationName, max: 20 })
  closers.push(() => database.close())
  const bulk = openDatabase(databaseUrl, { applicationName, max: 4, statementTimeoutMs: 0 })
  closers.push(() => bulk.close())
  if (config.databaseUrl !== undefined) await assertUsable(database)
  await migrate(bulk.db, { ...coreMigrations, ...needs.migrations })
  await assertSameMasterKey(database.db, secrets.personalDataKey)
  const listener = openListener(databaseUrl, `shop listener ${process.pid}`)
  closers.push(() => listener.close())
  const personalData = openPersonalData({ db: database.db, masterKey: secrets.personalDataKey })
  const shops = shopsEvents(definitions)
  const { eventTables, eventsIn, engine } = openEvents({ config, database, listener, shops, closers })
  const everyEvent = withCodec(engine, eventCodec({ definitions, personalData }))
  const readable = withoutLeftOut(everyEvent)
  // A log in the database is restored together with it: there is nothing to compare.
  const named = eventsIn === 'database' ? readable : storeWithNamedWriter(readable, { db: database.db, newId })
  const logGate = openLogGate(log)
  const store = logGate.guard(disk === undefined ? named : storeWithRoom(named, disk))
  const searchIndex =
    config.meili === undefined
      ? openPostgresSearchIndex({ pool: database.pool, db: bulk.db, log })
      : openMeiliSearchIndex({ ...config.meili, log })
  closers.push(() => searchIndex.close())
  const mailer = openMailer({ smtpUrl: config.smtpUrl, outboxDir: join(dataDir, 'outbox'), from: config.mailFrom, log })
  const jobs = openJobEngine({ config, log, databaseUrl, closers })
  const events = { store, everyEvent, logGate, sealedStore: engine, eventsIn, eventTables, personalData }
  return { dataDir, secrets, databaseUrl, disk, database, bulk, listener, ...events, searchIndex, jobs, mailer }
}

type Events = {
  config: Config
  database: Database
  listener: Listener
  shops: ShopsEvents
  closers: (() => Promise<void>)[]
}

function openEvents({ config: { eventStore }, database, listener, shops, closers }: Events) {
  const eventTables = openPostgresEventStore({ pool: database.pool, listener })
  closers.push(() => eventTables.close())
  const engine =
    eventStore === undefined
      ? openPostgresEventStore({ pool: database.pool, listener, shops })
      : openEventStoreDb({ settings: eventStore, shops })
  closers.push(() => engine.close())
  const eventsIn: EventLogHome = eventStore === undefined ? 'database' : 'eventstoredb'
  return { eventTables, eventsIn, engine: countingForeign(engine, database.db) }
}

type JobEngine = { config: Config; log: Log; databaseUrl: string; closers: (() => Promise<void>)[] }

/** Where the database keeps the jobs, it answers for them too. */
function openJobEngine({ config, log, databaseUrl, closers }: JobEngine): Infrastructure['jobs'] {
  const { redisUrl } = config
  const open = () => openJobs({ databaseUrl, redisUrl, log })
  if (redisUrl === undefined) return { open, ping: () => Promise.resolve() }
  const redis = watchRedis(redisUrl, log)
  closers.push(() => redis.close())
  return { open, ping: () => redis.ping() }
}

type OwnPostgres = { dataDir: string; secrets: Secrets; closers: (() => Promise<void>)[] }

/** The embedded default: a Postgres of the shop's own, a look at its disk, and a lock that keeps a second shop off its data. */
async function openOwnPostgres(
  { config, log, roles, onLockLost, freeBytes }: InfrastructureNeeds,
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
