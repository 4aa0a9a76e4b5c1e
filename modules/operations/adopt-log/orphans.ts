import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '#core/database/database.ts'
import type { Position } from '#core/event-store/event-store.ts'
import { schemaOf, type Projection, type TableProjection } from '#core/projections/projection.ts'
import { isTable } from '#core/projections/follow/subscription.ts'
import { lostEvents, lostSubjects } from './lost-events.ts'
import type { AdoptionPlan } from './plan.ts'

export type OrphanDeps = { db: Db; projections: readonly Projection[]; dataDir: string; at: Date }

/**
 * Writes every row that the adoption changes or removes to a file in the data folder that only its owner may read, one
 * JSON document per line. It holds personal data in plain text, as the read models do. Resolves to its path once it is
 * flushed to disk.
 */
export async function writeOrphans(deps: OrphanDeps, plan: AdoptionPlan): Promise<string> {
  const { dataDir, at } = deps
  const path = join(dataDir, orphansFileName(at))
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const orphan of orphansOf(deps, plan)) await file.write(`${JSON.stringify(orphan)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  return path
}

/** Precise to the millisecond, because two adoptions can follow each other within a second. */
export function orphansFileName(at: Date): string {
  return `adopted-log-${at.toISOString().replaceAll(/[-:.]/g, '')}.ndjson`
}

type Orphan = { kind: string; row: object }

async function* orphansOf({ db, projections }: OrphanDeps, plan: AdoptionPlan): AsyncGenerator<Orphan> {
  const after = plan.common?.position ?? 0
  const tables = projections.filter(isTable).filter(({ name }) => name !== 'event-log')
  yield* plan.reactors.map((row) => ({ kind: 'checkpoint', row }))
  for await (const row of lostEvents(db, after)) yield { kind: 'event', row }
  yield* plan.notifications.map((row) => ({ kind: 'notification', row }))
  yield* plan.responses.map((row) => ({ kind: 'idempotency-answer', row }))
  for (const table of tables) {
    for await (const row of lostRows(db, table, after)) yield { kind: `row of ${table.name}`, row }
  }
}

/** The rows whose key is the id of a lost event's stream, such as an order's. */
async function* lostRows(db: Db, { name, sink }: TableProjection, after: Position): AsyncGenerator<object> {
  const table = sql.table(`${schemaOf(name)}.${sink.table.name}`)
  const key = sql.ref(sink.table.key)
  for (let from = ''; ;) {
    const { rows } = await sql<{ key: string; row: object }>`
      select ${key}::text as key, to_jsonb(t) as row from ${table} t
      where ${key}::text > ${from} and ${key}::text in (${lostSubjects(after)})
      order by ${key}::text limit 200`.execute(db)
    for (const { row } of rows) yield row
    const last = rows.at(-1)
    if (last === undefined) return
    from = last.key
  }
}
