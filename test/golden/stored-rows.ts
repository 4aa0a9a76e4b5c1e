import { sql } from 'kysely'
import type { Db } from '#core/database/database.ts'
import type { RecordedEvent } from '#core/event-store/event-store.ts'
import { schemaOf, type Projection, type Row } from '#core/projections/projection.ts'
import type { ProductSearchIndex } from '#modules/catalogue/search/product-search-index.ts'
import { storedDocument } from '#modules/catalogue/search/stored-document.ts'
import type { SearchDocument } from '#modules/catalogue/search/product-search-index.ts'
import { readCheckpoint } from '#core/projections/checkpoints/checkpoints.ts'
import { touchedKeys } from '#core/projections/sinks/fold-events.ts'
import { ensureLive } from '#core/projections/rebuild/prepare.ts'
import { storedTable } from '#core/projections/sinks/read-table.ts'
import { isTable, subscriptionOf } from '#core/projections/follow/subscription.ts'
import type { FrozenRows } from './read-models.ts'

/** The live rows of a projection, in a table or in the search index. */
type LiveRows = {
  of(keys: readonly string[]): Promise<ReadonlyMap<string, unknown>>
  all(): Promise<ReadonlyMap<string, unknown>>
}

/** Inserts events into the log unchanged, with their positions, revisions and times. */
export async function putLog(db: Db, stored: readonly RecordedEvent[]): Promise<void> {
  await sql`insert into events select * from json_populate_recordset(null::events, ${JSON.stringify(stored)})`.execute(
    db,
  )
  await sql`update log_head set position = (select max(position) from events)`.execute(db)
}

/** Applies one event at a time as the runner does, and reads back the rows that it touches. */
export async function storedSteps(
  { db, searchIndex }: { db: Db; searchIndex: ProductSearchIndex },
  projection: Projection,
  log: readonly RecordedEvent[],
): Promise<FrozenRows['steps']> {
  await ensureLive(db, projection, searchIndex)
  const { write } = subscriptionOf(projection, searchIndex).live(() => true)
  const rows = liveRows({ db, searchIndex }, projection)
  const steps: FrozenRows['steps'] = []
  let from = await readCheckpoint(db, projection.name, 'live')
  for (const event of log.filter(({ type }) => Object.hasOwn(projection.on, type))) {
    if (from === undefined) throw new Error(`${projection.name} has no checkpoint, or it has moved`)
    const page = { events: [event], to: event.position, last: event, atOnce: true }
    const moved = await write(db, page, { from, report: { status: 'live', eventsPerSecond: 0 } })
    from = moved && { ...from, ...moved }
    const keys = isTable(projection) ? touchedKeys(projection.on, [event]) : touchedKeys(projection.on, [event])
    const found = await rows.of(keys)
    const touched = keys.map((key): [string, unknown] => [key, found.get(key) ?? null])
    steps.push({ position: event.position, type: event.type, rows: Object.fromEntries(touched) })
  }
  return steps
}

/** All stored rows, by key. */
export async function storedRows(
  stores: { db: Db; searchIndex: ProductSearchIndex },
  projection: Projection,
): Promise<Record<string, unknown>> {
  return Object.fromEntries(await liveRows(stores, projection).all())
}

/** The rows that exist after these steps, by key. */
export function rowsAfter(steps: FrozenRows['steps']): Record<string, unknown> {
  const last = new Map(steps.flatMap(({ rows }) => Object.entries(rows)))
  return Object.fromEntries([...last].filter(([, row]) => row !== null))
}

function liveRows({ db, searchIndex }: { db: Db; searchIndex: ProductSearchIndex }, projection: Projection): LiveRows {
  if (!isTable(projection)) return documentsIn(searchIndex)
  const { table } = projection.sink
  const stored = storedTable<Row>(schemaOf(projection.name), table)
  return {
    of: (keys) => stored.load(db, keys),
    async all() {
      const { rows } = await sql<{ key: string }>`
        select ${sql.ref(table.key)} as key from ${stored.reference}`.execute(db)
      const keys = rows.map(({ key }) => key)
      return stored.load(db, keys, { unweighed: true })
    },
  }
}

const byId = (documents: readonly SearchDocument[]) => new Map(documents.map((found) => [found.id, found]))

function documentsIn(searchIndex: ProductSearchIndex): LiveRows {
  return {
    of: async (ids) => byId(await searchIndex.live().get(ids)),
    async all() {
      const documents: SearchDocument[] = []
      for await (const document of searchIndex.live().all()) documents.push(storedDocument(document))
      return byId(documents)
    },
  }
}
