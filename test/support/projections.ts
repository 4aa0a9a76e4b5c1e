import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { systemActor } from '#core/actor.ts'
import { openDatabase, type Database } from '#core/database/database.ts'
import { openListener, type Listener } from '#core/database/listener.ts'
import { migrate } from '#core/database/migrate.ts'
import type { EventStore, JsonObject, NewEvent } from '#core/event-store/event-store.ts'
import { eventStoreMigrations } from '#core/event-store/event-tables.ts'
import { openPostgresEventStore } from '#core/event-store/postgres.ts'
import { newId } from '#core/ids.ts'
import { silentLog } from '#core/log.ts'
import { schemaOf, type Fold, type TableProjection } from '#core/projection.ts'
import type { SearchIndex } from '#core/search-index/search-index.ts'
import type { FollowerOptions } from '#projections/runner/follow-all.ts'
import { projectionMigrations } from '#projections/runner/migrations.ts'
import type { OperationsOptions } from '#projections/runner/operations.ts'
import { freshDatabase } from './postgres.ts'

/** A database of its own with an event log, and what a projection runner needs. */
export type Workbench = Database & {
  url: string
  store: EventStore
  listener: Listener
  /** Appends to a stream, whatever its revision. */
  append(stream: string, ...events: readonly (readonly [type: string, data: JsonObject])[]): Promise<number>
  /** What the runner and the operations are made of; `searchIndex` refuses everything. */
  options(projections: readonly TableProjection[]): OperationsOptions & FollowerOptions
  dispose(): Promise<void>
}

/** Quick, so that a test does not wait; with room for a machine that is busy. */
export const quick = { pollMs: 100, stepMs: 1, tries: 3, beatMs: 100, leaseMs: 1_000 }

export async function openWorkbench(): Promise<Workbench> {
  const fresh = await freshDatabase()
  const { url } = fresh
  const database = openDatabase(url, { applicationName: 'test', max: 12, statementTimeoutMs: 60_000 })
  await migrate(database.db, { ...eventStoreMigrations, ...projectionMigrations })
  const listener = openListener(url)
  const store = openPostgresEventStore({ pool: database.pool, listener })
  return {
    ...database,
    url,
    store,
    listener,
    async append(stream, ...events) {
      const { position } = await store.append(stream, 'any', events.map(newEvent))
      return position
    },
    options: (projections) => ({
      db: database.db,
      store,
      listener,
      projections,
      searchIndex: noSearchIndex,
      log: silentLog,
      timing: quick,
    }),
    async dispose() {
      await store.close()
      await listener.close()
      await database.close()
      await fresh.drop()
    },
  }
}

export function newEvent([type, data]: readonly [type: string, data: JsonObject]): NewEvent {
  const id = newId()
  return { id, type, data, metadata: { correlationId: id, causationId: id, by: systemActor, schemaVersion: 1 } }
}

/** A projection of tables never asks it. */
const noSearchIndex: SearchIndex = new Proxy<SearchIndex>(Object.create(null), {
  get(_target, verb) {
    throw new Error(`nobody asks for search: ${String(verb)}`)
  },
})

/** What a purse holds, in a table with a column of each kind. */
export type PurseRow = {
  purse: string
  coins: number
  is_rich: boolean
  history: readonly { position: number; by: number }[]
  tags: readonly string[]
  touched_at: string
  owner: string | null
}

const noPurse: Omit<PurseRow, 'purse'> = {
  coins: 0,
  is_rich: false,
  history: [],
  tags: [],
  touched_at: '',
  owner: null,
}

function put(row: PurseRow | undefined, purse: string, change: { by: number; position: number; at: string }): PurseRow {
  const { coins, history, tags, owner } = row ?? noPurse
  const total = coins + change.by
  return {
    purse,
    coins: total,
    is_rich: total > 10,
    history: [...history.slice(-3), { position: change.position, by: change.by }],
    tags: tags.includes(`by ${change.by}`) ? tags : [...tags, `by ${change.by}`],
    touched_at: change.at,
    owner,
  }
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')
const number = (value: unknown) => (typeof value === 'number' ? value : 0)

const purseFolds: Record<string, Fold<PurseRow>> = {
  CoinsAdded: {
    keys: ({ data }) => [text(data['purse'])],
    evolve: (row, { data, position, at }, key) => put(row, key, { by: number(data['by']), position, at }),
  },
  CoinsMoved: {
    keys: ({ data }) => [text(data['from']), text(data['to'])],
    evolve: (row, { data, position, at }, key) =>
      put(row, key, { by: key === data['to'] ? number(data['by']) : -number(data['by']), position, at }),
  },
  PurseOwned: {
    keys: ({ data }) => [text(data['purse'])],
    evolve: (row, { data }) => row && { ...row, owner: data['owner'] === null ? null : text(data['owner']) },
  },
  PurseLookedAt: { keys: ({ data }) => [text(data['purse'])], evolve: (row) => row },
  PurseLost: { keys: ({ data }) => [text(data['purse'])], evolve: () => undefined },
  PursePoisoned: {
    keys: ({ data }) => [text(data['purse'])],
    evolve() {
      throw new Error('this purse is poisoned')
    },
  },
}

/** Its name may differ, so that suites can run several of it. */
export function pursesProjection(changes: Partial<TableProjection<PurseRow>> = {}): TableProjection<PurseRow> {
  return {
    name: 'purses',
    version: 1,
    sink: {
      kind: 'table',
      table: {
        name: 'purses',
        key: 'purse',
        columns: {
          purse: 'text',
          coins: 'bigint not null',
          is_rich: 'boolean not null',
          history: 'jsonb not null',
          tags: 'text[] not null',
          touched_at: 'timestamptz not null',
          owner: 'text',
          twice: 'bigint generated always as (coins * 2) stored',
        },
        indexes: ['(coins desc)', 'using gin (history)'],
      },
    },
    on: purseFolds,
    ...changes,
  }
}

export async function pursesIn(workbench: Database, schema = schemaOf('purses')): Promise<PurseRow[]> {
  const { rows } = await sql<PurseRow>`
    select purse, coins, is_rich, history, tags, touched_at, owner from ${sql.table(`${schema}.purses`)}
    order by purse`.execute(workbench.db)
  return rows
}

/** What the purses should be: the log folded event by event, without the runner. */
export async function foldedPurses(store: EventStore): Promise<PurseRow[]> {
  const rows = new Map<string, PurseRow>()
  const { events } = await store.readAll(0, { limit: 1_000_000 })
  for (const event of events) {
    const fold = purseFolds[event.type]
    for (const key of new Set(fold?.keys(event))) {
      const after = fold?.evolve(rows.get(key), event, key)
      if (after === undefined) rows.delete(key)
      else rows.set(key, after)
    }
  }
  return [...rows.values()].sort((a, b) => (a.purse < b.purse ? -1 : 1))
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

/** Some purses' lives, appended; returns the last position. */
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
