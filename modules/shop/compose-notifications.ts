import type { NewId } from '#core/domain/ids.ts'
import type { Infrastructure } from './engines/infrastructure.ts'
import { allManifests } from './manifests.ts'
import { recordedCopies, recordedDecisions } from './record-decisions.ts'
import { notificationsModule } from '../notifications/module.ts'
import { openOperationsRecord } from '../operations/module.ts'

type Deps = { infrastructure: Pick<Infrastructure, 'store' | 'database'>; newId: NewId }

/** Decisions about mails are recorded with the operations on the reactor that writes those mails. */
export function composeNotifications({ infrastructure, newId }: Deps) {
  const record = openOperationsRecord({ store: infrastructure.store, newId })
  const kinds = new Set(allManifests.flatMap(({ mails }) => Object.values(mails)))
  return notificationsModule({
    db: infrastructure.database.db,
    recordDecision: recordedDecisions(record),
    recordCopy: recordedCopies(record),
    isCausedByEvents: (kind) => kinds.has(kind),
  })
}
