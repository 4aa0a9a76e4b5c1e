import { openDatabase } from '#core/database/database.ts'
import { openListener } from '#core/database/listener.ts'
import { openPostgresEventStore } from '#core/event-store/postgres/event-store.ts'
import { silentLog } from '#core/telemetry/log.ts'
import { createProjectionRunner } from '#core/projections/follow/projection-runner.ts'
import { noSearchIndex } from './no-search-index.ts'
import { pursesProjection } from './purses.ts'

/** A process that runs the purses projection on the database in its first argument, with the shop's timing. */
const url = process.argv[2] ?? ''
const { db, pool } = openDatabase(url, { applicationName: 'projector-process' })
const listener = openListener(url)
const runner = createProjectionRunner({
  db,
  listener,
  store: openPostgresEventStore({ pool, listener }),
  searchIndex: noSearchIndex,
  projections: [pursesProjection()],
  log: silentLog,
})
await runner.start()
process.send?.('started')
