import type { Kysely } from 'kysely'
import type { Route } from '#core/http/route.ts'
import { eventRoutes } from './event-routes.ts'
import { recordingReads, type ReadRecordNeeds } from './read-commands.ts'
import type { MailsOf } from './read-events.ts'
import { eventLogQueries } from './read-model.ts'
import { streamRoutes, type Folds } from './stream-routes.ts'

export type AuditModule = {
  routes: Route[]
  /** The route, whose answers to an ADMIN leave a record where they disclose personal data. */
  recordingReads: (route: Route) => Route
}

type Needs = ReadRecordNeeds & { db: Kysely<unknown>; mailsOf: MailsOf; folds: Folds }

/** Who changed what, when and why; and how everything stood then. */
export function auditModule(needs: Needs): AuditModule {
  const all = { ...needs, log: eventLogQueries(needs.db) }
  return { routes: [...eventRoutes(all), ...streamRoutes(all)], recordingReads: recordingReads(needs) }
}
