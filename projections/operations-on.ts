import { giveWayTo } from '#core/database/demand.ts'
import type { Infrastructure } from '#core/infrastructure.ts'
import { createProjectionOperations, type OperationsOptions, type ProjectionOperations } from './runner/operations.ts'

/** What an operator does with read models, on engines that are open. */
export function operationsOn(
  { disk, database, bulk, listener, store, searchIndex }: Infrastructure,
  rest: Pick<OperationsOptions, 'projections' | 'log' | 'skipped'>,
): ProjectionOperations {
  return createProjectionOperations({
    db: database.db,
    bulk: bulk.db,
    store,
    searchIndex,
    giveWay: giveWayTo(listener),
    assertRoom: disk?.assertRoom,
    ...rest,
  })
}
