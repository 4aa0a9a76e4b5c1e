import { backPressureFrom } from '#core/database/load.ts'
import type { Infrastructure } from './engines/infrastructure.ts'
import { createContinuity, type Continuity } from '#core/projections/continuity/continuity.ts'
import {
  createProjectionOperations,
  type OperationsOptions,
  type ProjectionOperations,
} from '#core/projections/admin/operations.ts'

/** The operations on read models, on open engines. */
export function operationsOn(
  { disk, database, bulk, listener, store, searchIndex }: Infrastructure,
  rest: Pick<OperationsOptions, 'projections' | 'log' | 'skipped'>,
): ProjectionOperations {
  return createProjectionOperations({
    db: database.db,
    bulk: bulk.db,
    store,
    searchIndex,
    backPressure: backPressureFrom(listener),
    assertRoom: disk?.assertRoom,
    ...rest,
  })
}

/** Compares the checkpoints with the log, and closes the gate for appends if they differ. */
export function continuityOn({ database, store, logGate }: Infrastructure): Continuity {
  const continuity = createContinuity({ db: database.db, store })
  logGate.addCheck('checkpoints', () => continuity.check())
  return continuity
}
