import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { systemActor } from '#core/domain/actor.ts'
import { openDatabase, type Database } from '#core/database/database.ts'
import { extensionMigrations } from '#core/database/extensions.ts'
import { openListener, type Listener } from '#core/database/listener.ts'
import { migrate } from '#core/database/migrate.ts'
import type { EventStore, JsonObject, NewEvent, RecordedEvent } from '#core/event-store/event-store.ts'
import { eventStoreMigrations } from '#core/event-store/postgres/tables.ts'
import { openPostgresEventStore } from '#core/event-store/postgres/event-store.ts'
import { newId } from '#core/domain/ids.ts'
import { silentLog } from '#core/telemetry/log.ts'
import { schemaOf, type Fold, type TableProjection } from '#core/projections/projection.ts'
import type { FollowerOptions } from '#core/projections/follow/follow-all.ts'
import { projectionMigrations } from '#core/projections/checkpoints/migrations.ts'
import {
  createProjectionOperations,
  type OperationsOptions,
  type ProjectionOperations,
} from '#core/projections/admin/operations.ts'
import { noSearchIndex } from './no-search-index.ts'
import {
  createProjectionRunner,
  type ProjectionRunner,
  type ProjectionRunnerOptions,
} from '#core/projections/follow/projection-runner.ts'
import { eventually } from '../eventually.ts'
import { freshDatabase } from '../postgres/postgres.ts'
import { purseFolds, pursesProjection, type PurseRow } from './purses.ts'

/** A new database with an event log and the dependencies of a projection runner. */
export type Workbench = Database & {
  url: string
  store: EventStore
  listener: Listener
  /** Appends to a stream at any revision; resolves to the last position. */
  append(stream: string, ...events: readonly (readonly [type: string, data: JsonObject])[]): Promise<number>
  /** The dependencies of the runner and the operations; `searchIndex` refuses every call. */
  options(projections: readonly TableProjection[]): OperationsOptions & FollowerOptions
  /** The operator's operations, by default on the purses. */
  operations(changes?: Partial<OperationsOptions>): ProjectionOperations
  /** Starts a runner, by default of the purses; `dispose` stops it. */
  start(changes?: Partial<ProjectionRunnerOptions>): Promise<ProjectionRunner>
  slot(slot: 'live' | 'next' | 'prev', name?: string): Promise<Checkpoint | undefined>
  /** Waits until the live build has reached `position`. */
  untilPassed(position: number, name?: string): Promise<void>
  dispose(): Promise<void>
}

/** Short, so that tests do not wait, but tolerant of a busy machine. */
const quick = { pollMs: 100, idleDelayMs: 1, busyIdleDelayMs: 1, attempts: 3, beatMs: 100, leaseMs: 10_000 }

export async function openWorkbench(): Promise<Workbench> {
  const fresh = await freshDatabase()
  const { url } = fresh
  const database = openDatabase(url, { applicationName: 'test', max: 12, statementTimeoutMs: 60_000 })
  await migrate(database.db, { ...extensionMigrations, ...eventStoreMigrations, ...projectionMigrations })
  const listener = openListener(url)
  const store = openPostgresEventStore({ pool: database.pool, listener })
  const started: ProjectionRunner[] = []
  const slotOf = async (slot: string, name: string) =>
    (await checkpointsIn(database)).find((row) => row.slot === slot && row.name === name)
  const options = (projections: readonly TableProjection[]) => ({
    db: database.db,
    store,
    listener,
    projections,
    searchIndex: noSearchIndex,
    log: silentLog,
    timing: quick,
  })
  return {
    ...database,
    url,
    store,
    listener,
    async append(stream, ...events) {
      const { position } = await store.append(stream, 'any', events.map(newEvent))
      return position
    },
    options,
    operations: (changes = {}) => createProjectionOperations({ ...options([pursesProjection()]), ...changes }),
    async start(changes = {}) {
      const runner = createProjectionRunner({ ...options([pursesProjection()]), ...changes })
      started.push(runner)
      await runner.start()
      return runner
    },
    slot: (slot, name = 'purses') => slotOf(slot, name),
    untilPassed: (position, name = 'purses') =>
      eventually(async () => expect((await slotOf('live', name))?.position).toBeGreaterThanOrEqual(position)),
    async dispose() {
      await Promise.all(started.map((runner) => runner.stop()))
      await store.close()
      await listener.close()
      await database.close()
      await fresh.drop()
    },
  }
}

function newEvent([type, data]: readonly [type: string, data: JsonObject]): NewEvent {
  const id = newId()
  return { id, type, data, metadata: { correlationId: id, causationId: id, by: systemActor, schemaVersion: 1 } }
}

export async function pursesIn(workbench: Database, schema = schemaOf('purses')): Promise<PurseRow[]> {
  const { rows } = await sql<PurseRow>`
    select purse, coins, is_rich, history, tags, touched_at, owner from ${sql.table(`${schema}.purses`)}
    order by purse`.execute(workbench.db)
  return rows
}

/** The expected purses: the log folded event by event, without the runner. */
export async function foldedPurses(store: EventStore): Promise<PurseRow[]> {
  const rows = new Map<string, PurseRow>()
  const folds: Record<string, Fold<PurseRow>> = purseFolds
  for await (const event of eventsIn(store)) {
    const fold = folds[event.type]
    for (const key of new Set(fold?.keys(event))) {
      const after = fold?.evolve(rows.get(key), event, key)
      if (after === undefined) rows.delete(key)
      else rows.set(key, after)
    }
  }
  return [...rows.values()].sort((a, b) => (a.purse < b.purse ? -1 : 1))
}

/** Reads page by page: the byte budget may end a page before its limit. */
async function* eventsIn(store: EventStore): AsyncGenerator<RecordedEvent> {
  for (let after = 0; ;) {
    const { events, position, isFull } = await store.readAll(after, { limit: 10_000 })
    yield* events
    if (!isFull && position === after) return
    after = position
  }
}

export type Checkpoint = {
  name: string
  slot: string
  position: number
  changed: number
  status: string
  error: unknown
}

export async function checkpointsIn({ db }: Database): Promise<Checkpoint[]> {
  const { rows } = await sql<Checkpoint>`
    select name, slot, position, changed_position as changed, status, error
    from projection_checkpoints order by name, slot`.execute(db)
  return rows
}

/** Appends `count` events of several purses; resolves to the last position. */
export async function appendPurses(workbench: Workbench, count: number, prefix = 'p'): Promise<number> {
  let last = 0
  for (let done = 0; done < count; done += 500) {
    const events = Array.from({ length: Math.min(500, count - done) }, (_, i): [string, JsonObject] => {
      const purse = `${prefix}${(done + i) % 97}`
      return (done + i) % 13 === 12 ? ['PurseLost', { purse }] : ['CoinsAdded', { purse, by: ((done + i) % 7) + 1 }]
    })
    last = await workbench.append(`purses-${prefix}-${randomUUID()}`, ...events)
  }
  return last
}
