import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '#core/database/database.ts'
import type { Position } from '#core/event-store/event-store.ts'
import { schemaOf, type Projection, type TableProjection } from '#core/projection.ts'
import { isTable } from '../runner/unit.ts'
import { lostEvents, lostSubjects } from './lost-events.ts'
import type { AdoptionPlan } from './plan.ts'

export type OrphanNeeds = { db: Db; projections: readonly Projection[]; dataDir: string; at: Date }

/**
 * Writes every row that the adoption changes or removes, one JSON document a line, into a file of the data folder that only
 * its owner may read. It holds personal data in clear, as the read models do. Resolves to its path once it is on the disk.
 */
export async function writeOrphans(needs: OrphanNeeds, plan: AdoptionPlan): Promise<string> {
  const { db, projections, dataDir, at } = needs
  const path = join(dataDir, `adopted-log-${at.toISOString().replaceAll(/[-:]|\.\d+/g, '')}.ndjson`)
  const file = await open(path, 'wx', 0o600)
  try {
    const write = (kind: string, row: object) => file.write(`${JSON.stringify({ kind, row })}\n`)
    const after = plan.common?.position ?? 0
    for (const checkpoint of plan.reactors) await write('checkpoint', checkpoint)
    for await (const event of lostEvents(db, after)) await write('event', event)
    for (const notification of plan.notifications) await write('notification', notification)
    for (const answer of plan.answers) await write('idempotency-answer', answer)
    for (const projection of projections.filter(isTable)) {
      if (projection.name === 'event-log') continue
      for await (const row of lostRows(db, projection, after)) await write(`row of ${projection.name}`, row)
    }
    await file.sync()
  } finally {
    await file.close()
  }
  return path
}

/** The rows that are named like the subject of a lost event, such as an order by its id. */
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
