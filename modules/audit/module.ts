import { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import type { EventDefinitions } from '#core/event-store/event-definition.ts'
import type { EventStore } from '#core/event-store/event-store.ts'
import { signingKeyFrom, type SigningKey } from '#core/crypto/hash-chain.ts'
import type { Route } from '#core/http/routing/route.ts'
import type { DataOf } from '#core/module/personal-traces.ts'
import type { Log } from '#core/telemetry/log.ts'
import type { PersonalData } from '#core/personal-data/personal-data.ts'
import { eventRoutes } from './events/routes.ts'
import { requestExport, exportFile } from './exports/commands.ts'
import { exportRoutes } from './exports/routes.ts'
import { withPredicates } from './exports/wanted-events.ts'
import { exportLists, type ExportLists } from './exports/own-exports-read-model.ts'
import { exportTables } from './exports/tables.ts'
import { startExportWorker, type ExportWorker } from './exports/make-exports.ts'
import { recordDisclosures, type ReadRecordDeps } from './disclosure/commands.ts'
import { actionsOf } from './events/actions-of-person.ts'
import type { MailsOf } from './events/read-events.ts'
import { newestTaken, type Reader, type TakenEvent } from './events/newest-taken-read-model.ts'
import { ratesByCategory } from './events/rates-read-model.ts'
import { histogramRoute } from './histogram/routes.ts'
import { fieldsOf } from './predicate/fields.ts'
import { eventLogQueries } from './read-model.ts'
import { streamRoutes } from './timeline/routes.ts'
import type { AuditWording } from './domain/wording.ts'

export type AuditModule = {
  routes: Route[]
  /** Wraps a route so that its responses to an ADMIN are recorded if they disclose personal data. */
  recordDisclosures: (route: Route) => Route
  /** Creates the requested exports until it is stopped. */
  startExports: (log: Log) => ExportWorker
  /** Deletes the files of all exports, because they may contain a person who has been erased. */
  deleteExports: () => Promise<void>
  dataOf: DataOf
  /** The recent number of events per second in each category of streams. */
  ratesByCategory: () => Promise<ReadonlyMap<string, number>>
  /** The newest event that each of these readers of the log has taken, as far as `event-log` has listed it. */
  newestTaken: (readers: readonly Reader[]) => Promise<ReadonlyMap<string, TakenEvent>>
}

type Deps = ReadRecordDeps & {
  db: Kysely<unknown>
  personalData: PersonalData
  /** The secret from which the signing key of exports is derived. */
  secret: Buffer
  mailsOf: MailsOf
  wording: AuditWording
  /** The event definitions of all modules, whose fields a predicate can name. */
  eventDefinitions: EventDefinitions
  /** `store` including the events that an operator has skipped. */
  everyEvent: EventStore
  /** Whether the database's disk has room for exports; without it they wait. */
  hasRoom: () => boolean
}

/** The key that signs exports, derived from the secret: the same secret gives the same key. */
export function exportKey(secret: Buffer): SigningKey {
  return signingKeyFrom(secret, 'audit exports')
}

function listed<T>(one: T | undefined): T[] {
  return one === undefined ? [] : [one]
}

/** The lists of exports with their predicates in plain text. */
function readableLists(deps: Pick<Deps, 'personalData'>, lists: ExportLists): ExportLists {
  return {
    ...lists,
    page: async (...part) => withPredicates(deps, await lists.page(...part)),
    async *all(...part) {
      for await (const rows of lists.all(...part)) yield await withPredicates(deps, rows)
    },
  }
}

/** Who changed what, when and why, and the state of everything at any time. */
export function auditModule(deps: Deps): AuditModule {
  const all = { ...deps, log: eventLogQueries(deps.db), fields: fieldsOf(deps.eventDefinitions) }
  const exporting = { ...all, exports: exportTables(deps.db), signingKey: exportKey(deps.secret) }
  const exports = exportRoutes({
    request: (wanted) => requestExport(exporting, wanted),
    find: async (id) => (await withPredicates(deps, await exporting.exports.find(id).then(listed)))[0],
    ofAdmin: async (accountId) => withPredicates(deps, await exporting.exports.ofAdmin(accountId)),
    lists: readableLists(deps, exportLists(deps.db)),
    fields: all.fields,
    deleteExport: (id, accountId) => exporting.exports.delete(id, accountId),
    open: (id) => Readable.from(exportFile(exporting, id)),
    publicKey: exporting.signingKey.publicKey,
  })
  return {
    routes: [...eventRoutes(all), histogramRoute(all), ...streamRoutes(all), ...exports],
    recordDisclosures: recordDisclosures(deps),
    dataOf: async ({ id }) => ({ actions: await actionsOf(all, id) }),
    ratesByCategory: () => ratesByCategory(deps.db),
    newestTaken: (readers) => newestTaken(deps.db, readers),
    startExports: (logger) => startExportWorker({ ...exporting, logger }),
    async deleteExports() {
      await exporting.exports.deleteAll()
    },
  }
}
