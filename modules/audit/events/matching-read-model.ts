import type { Kysely, RawBuilder, SqlBool } from 'kysely'
import type { Positions } from './bounds-read-model.ts'
import type { AuditTables, EventFilter } from './tables.ts'

/** The columns that hold what events are filtered by. */
export const columns = {
  stream: 'stream',
  category: 'category',
  type: 'type',
  by: 'by_id',
  correlationId: 'correlation_id',
} as const
export const marks = ['stream', 'category', 'type', 'by', 'correlationId'] as const

/** Which events: those that pass the filter, and satisfy the condition if there is one. */
export type Matching = EventFilter & { where?: RawBuilder<SqlBool> | undefined }

/** The rows of the events that match; all of them lie between these positions. */
export function matching(tables: Kysely<AuditTables>, filter: Matching, { lowest, highest }: Positions) {
  let query = marked(tables, filter)
  if (filter.from !== undefined) query = query.where('at', '>=', filter.from)
  if (filter.to !== undefined) query = query.where('at', '<=', filter.to)
  if (filter.where !== undefined) query = query.where(filter.where)
  if (lowest > 0) query = query.where('position', '>=', lowest)
  return highest === null ? query : query.where('position', '<=', highest)
}

function marked(tables: Kysely<AuditTables>, filter: EventFilter) {
  let query = tables.selectFrom('read_event_log.events')
  for (const name of marks) {
    const value = filter[name]
    if (value !== undefined) query = query.where(columns[name], '=', value)
  }
  return filter.without === undefined ? query : query.where('category', '<>', filter.without)
}
