import { sql, type RawBuilder } from 'kysely'
import { Client } from 'pg'
import type { Db } from '#core/database/database.ts'
import type { RecordedEvent } from '#core/event-store/event-store.ts'
import { movedChannel } from '#core/projections/checkpoints/checkpoints.ts'
import { schemaOf, type Row, type TableProjection } from '#core/projections/projection.ts'
import { storedTable } from '#core/projections/sinks/read-table.ts'
import type { Infrastructure } from '#modules/shop/engines/infrastructure.ts'
import { allProjections } from '#modules/shop/manifests.ts'
import { readModelViolations, type CheckpointSeen } from '../checker/read-model-laws.ts'
import type { Violation } from '../record/call.ts'

/** Compares the read models of a running shop with its log, and watches their checkpoints. */
export type Auditor = {
  /** The log so far. */
  events(): readonly RecordedEvent[]
  readLog(): Promise<void>
  /** Compares the rows that events have touched since the last comparison, or all, while rows keep changing. */
  compare(which: 'touched' | 'all'): Promise<Violation[]>
  /** Every move of a checkpoint that was announced, in the order of the commits. */
  moves: readonly CheckpointSeen[]
  /** The names whose live checkpoint has not reached the end of the log. */
  behind(): Promise<string[]>
  close(): Promise<void>
}

const tables = allProjections.filter((projection): projection is TableProjection => projection.sink.kind === 'table')

/** The fold of one read model, up to a position. */
type Fold = { projection: TableProjection; read: number; rows: Map<string, Row>; touched: Set<string> }

export async function openAuditor(infrastructure: Infrastructure): Promise<Auditor> {
  const { store, bulk } = infrastructure
  const log = readingFrom(store)
  const folds = tables.map((projection): Fold => ({ projection, read: 0, rows: new Map(), touched: new Set() }))
  const moves: CheckpointSeen[] = []
  const listener = await listenForMoves(infrastructure.databaseUrl, moves)

  async function compareOne(fold: Fold, which: 'touched' | 'all'): Promise<Violation[]> {
    const { name } = fold.projection
    for (;;) {
      const { generation } = await liveAt(bulk.db, name)
      const found = await bulk.db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (snapshot) => {
          const { position } = await liveAt(snapshot, name)
          await log.readTo(position)
          foldUpTo(fold, log.events, position)
          return differences(fold, snapshot, { which, position })
        })
      // A swap renames schemas: this snapshot finds the new table under the old name, without the rows written since.
      if ((await liveAt(bulk.db, name)).generation !== generation) continue
      fold.touched.clear()
      return found
    }
  }

  return {
    events: () => log.events,
    readLog: async () => log.readTo(await store.head()),
    moves,
    async compare(which) {
      const found: Violation[] = []
      for (const fold of folds) found.push(...(await compareOne(fold, which)))
      return found
    },
    async behind() {
      const head = await store.head()
      const { rows } = await sql<{ name: string }>`
        select name from projection_checkpoints where slot = 'live' and position < ${head}`.execute(bulk.db)
      return rows.map(({ name }) => name)
    },
    close: () => listener.end(),
  }
}

/** The log as far as it has been read. */
function readingFrom(store: Infrastructure['store']) {
  const events: RecordedEvent[] = []
  let read = 0
  async function readTo(position: number): Promise<void> {
    while (read < position) {
      const page = await store.readAll(read, { limit: 1_000 })
      events.push(...page.events)
      read = page.position
    }
  }
  return { events, readTo }
}

async function liveAt(db: Db, name: string): Promise<{ generation: number; position: number }> {
  const { rows } = await sql<{ generation: number; position: number }>`
    select generation, position from projection_checkpoints where slot = 'live' and name = ${name}`.execute(db)
  return rows[0] ?? { generation: 0, position: 0 }
}

/** The simplest fold that there is: one event after another, from the beginning. */
function foldUpTo(fold: Fold, events: readonly RecordedEvent[], position: number): void {
  const { rows, touched, projection } = fold
  for (let event = events[fold.read]; event !== undefined && event.position <= position; event = events[++fold.read]) {
    const handled = projection.on[event.type]
    for (const key of handled?.keys(event) ?? []) {
      const row = handled?.evolve(rows.get(key), event, key)
      if (row === undefined) rows.delete(key)
      else rows.set(key, row)
      touched.add(key)
    }
  }
}

type Compared = { which: 'touched' | 'all'; position: number }

async function differences(fold: Fold, snapshot: Db, { which, position }: Compared): Promise<Violation[]> {
  const { name, sink } = fold.projection
  const table = storedTable<Row>(schemaOf(name), sink.table)
  const keys = which === 'touched' ? [...fold.touched] : await keysIn(snapshot, table.reference, sink.table.key)
  const all = [...new Set([...keys, ...(which === 'all' ? fold.rows.keys() : [])])]
  const stored = await table.load(snapshot, all, { unweighed: true })
  const expected = new Map(all.flatMap((key) => [...pair(key, fold.rows.get(key))]))
  return readModelViolations({ name, position, expected, stored })
}

function pair(key: string, row: Row | undefined): [string, Row][] {
  return row === undefined ? [] : [[key, row]]
}

async function keysIn(db: Db, table: RawBuilder<unknown>, key: string): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`select ${sql.ref(key)}::text as key from ${table}`.execute(db)
  return rows.map((row) => row.key)
}

/** Records each move of a live checkpoint, as the shop announces it with the commit. */
async function listenForMoves(databaseUrl: string, moves: CheckpointSeen[]): Promise<Client> {
  const listener = new Client({ connectionString: databaseUrl })
  await listener.connect()
  listener.on('notification', ({ payload = '' }) => {
    if (payload !== '') moves.push(JSON.parse(payload))
  })
  await listener.query(`listen ${movedChannel}`)
  return listener
}
