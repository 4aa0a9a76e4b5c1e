import { openDatabase } from '#core/database/database.ts'
import { openListener } from '#core/database/listener.ts'
import { openPostgresEventStore } from '#core/event-store/postgres/event-store.ts'
import { silentLog } from '#core/telemetry/log.ts'
import { createProjectionOperations } from '#core/projections/admin/operations.ts'
import { noSearchIndex } from './no-search-index.ts'
import { pursesProjection } from './purses.ts'

/** A process that replays the purses of the database in its first argument repeatedly until it is killed. */
const url = process.argv[2] ?? ''
const { db, pool } = openDatabase(url, { applicationName: 'replayer-process' })
const operations = createProjectionOperations({
  db,
  store: openPostgresEventStore({ pool, listener: openListener(url) }),
  searchIndex: noSearchIndex,
  projections: [pursesProjection()],
  log: silentLog,
})
process.send?.('started')
for (;;) {
  // The session of the previous, killed process may still hold the lock.
  const isDone = await operations.replay('purses', { resume: true }).then(
    () => true,
    () => false,
  )
  if (isDone) process.send?.('replayed')
}
