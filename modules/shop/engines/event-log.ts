import { publicHost, type Config } from '#core/config/config.ts'
import type { Database } from '#core/database/database.ts'
import type { Listener } from '#core/database/listener.ts'
import { storeWithRoom, type DiskSpace } from '#core/process/disk-space.ts'
import type { OperatorError } from '#core/domain/errors.ts'
import { eventCodec, withCodec } from '#core/event-store/codec/codec.ts'
import type { EventDefinitions } from '#core/event-store/event-definition.ts'
import { leftBehind, readHome, type EventLogHome } from '#core/event-store/identity/event-log-home.ts'
import type { EventStore } from '#core/event-store/event-store.ts'
import { openEventStoreDb } from '#core/event-store/eventstoredb/event-store.ts'
import { identityInDatabase } from '#core/event-store/identity/identity-in-database.ts'
import { identityInLog } from '#core/event-store/identity/identity-in-log.ts'
import { readsOfOwnLog } from '#core/event-store/identity/reads-of-own-log.ts'
import type { Followed } from '#core/event-store/identity/judge-identity.ts'
import type { ShopIdentity } from '#core/event-store/identity/shop-identity.ts'
import { excludingSkipped } from '#core/event-store/skipped/without-skipped.ts'
import { openLogGate, type LogGate } from '#core/event-store/log-gate.ts'
import { countingForeign } from '#core/event-store/ownership/foreign-count.ts'
import { shopsEvents, type ShopsEvents } from '#core/event-store/ownership/shops-events.ts'
import { openPostgresEventStore } from '#core/event-store/postgres/event-store.ts'
import { storeWithNamedWriter } from '#core/event-store/writers/named-writer.ts'
import { newId } from '#core/domain/ids.ts'
import type { Log } from '#core/telemetry/log.ts'
import type { PersonalData } from '#core/personal-data/personal-data.ts'

export type EventLogDeps = {
  config: Config
  log: Log
  definitions: EventDefinitions
  database: Database
  /** Has no statement timeout. */
  bulk: Database
  listener: Listener
  personalData: PersonalData
  disk: DiskSpace | undefined
  /** The roles of this process, such as `api`; empty for a visitor. */
  roles: readonly string[]
  /** Whether the checkpoints of the database have followed a log. @throws EngineUnavailable */
  followed: (store: EventStore) => Promise<Followed>
  closers: (() => Promise<void>)[]
}

/** The event log and its guards. */
export type EventLog = {
  /** Decodes the modules' events. Refuses appends while `logGate` is closed, and never reads another shop's log. */
  store: EventStore
  /** `store` including the events that an operator has skipped for every reader, for the audit. */
  everyEvent: EventStore
  /** The same log as stored: personal texts stay encrypted. */
  sealedStore: EventStore
  /** Closed while the event log is not this shop's log. */
  logGate: LogGate
  /** The owners of the database and of the log. */
  identity: ShopIdentity
  /** Which events of a log belong to a shop. */
  shops: ShopsEvents
  /** The engine that holds the events: tables of the database, or EventStoreDB. */
  eventsIn: EventLogHome
  /** The event tables as stored, with foreign events. With EventStoreDB, they hold the events from before the move. */
  eventTables: EventStore
}

export function openEventLog(deps: EventLogDeps): EventLog {
  const { log, definitions, personalData, database, bulk, disk } = deps
  const { eventTables, eventsIn, engine, shops } = openEvents(deps)
  const decoded = withCodec(engine, eventCodec({ definitions, personalData }))
  const readable = excludingSkipped(decoded)
  const identityOf = eventsIn === 'database' ? identityInDatabase : identityInLog
  const identity = identityOf({
    db: bulk.db,
    store: readable,
    name: publicHost(deps.config),
    isRunning: deps.roles.length > 0,
    newId,
    followed: () => deps.followed(readable),
  })
  const logGate = openLogGate(log)
  logGate.addCheck('identity', () => identity.refusal())
  if (eventsIn === 'database') logGate.addCheck('home', () => homeRefusal(deps))
  // A log in the database is restored together with it, so the two always belong together.
  const ofOwnLog = (events: EventStore) => (eventsIn === 'database' ? events : readsOfOwnLog(events, identity))
  const everyEvent = ofOwnLog(decoded)
  const own = eventsIn === 'database' ? readable : storeWithNamedWriter(ofOwnLog(readable), { db: database.db, newId })
  const store = logGate.guard(disk === undefined ? own : storeWithRoom(own, disk))
  return { store, everyEvent, sealedStore: engine, logGate, identity, shops, eventsIn, eventTables }
}

/** Refuses appends if the shop has moved to EventStoreDB while this process runs. */
async function homeRefusal({ database: { db } }: EventLogDeps): Promise<OperatorError | undefined> {
  return (await readHome(db)) === 'eventstoredb' ? leftBehind() : undefined
}

function openEvents({ config: { eventStore }, database, listener, definitions, closers }: EventLogDeps) {
  const { pool } = database
  const shops = shopsEvents(definitions)
  const eventTables = openPostgresEventStore({ pool, listener })
  closers.push(() => eventTables.close())
  const engine =
    eventStore === undefined
      ? openPostgresEventStore({ pool, listener, shops })
      : openEventStoreDb({ settings: eventStore, shops })
  closers.push(() => engine.close())
  const eventsIn: EventLogHome = eventStore === undefined ? 'database' : 'eventstoredb'
  return { eventTables, eventsIn, engine: countingForeign(engine, database.db), shops }
}
