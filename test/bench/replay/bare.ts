import { Client } from 'pg'
import { sessionTypes } from '#core/database/session/types.ts'
import { ordersProjection } from '#projections/orders.ts'
import { foldEvents, type touchedKeys } from '#core/projections/sinks/fold-events.ts'
import { copied, copyIn } from '../support/copy-in.ts'

/** Reads pages of the log, folds them, and writes each row once. Not verified, not resumable, not concurrent. */
export async function bareLoop(url: string): Promise<void> {
  const client = new Client({ connectionString: url, types: sessionTypes })
  await client.connect()
  try {
    await client.query('drop schema if exists bare cascade; create schema bare')
    await client.query('create table bare.orders (like read_orders.orders including all)')
    const rows = new Map<string, Record<string, unknown>>()
    const text = `select position, stream, revision, id, type, data, metadata,
        to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
      from events where position > $1 and position <= $2 and type = any($3) order by position`
    const types = Object.keys(ordersProjection.on)
    const { rows: heads } = await client.query('select position from log_head')
    const head = Number(heads[0].position)
    const size = 2_000
    for (let after = 0; after < head; after += size) {
      const page = await client.query({ name: 'bare', text, values: [after, after + size, types] })
      foldPage(rows, page.rows)
    }
    const columns = Object.keys(rows.values().next().value ?? {})
    const lines = [...rows.values()].map((row) => `${columns.map((column) => copied(row[column])).join('\t')}\n`)
    await copyIn(client, `copy bare.orders (${columns.join(', ')}) from stdin`, lines.join(''))
  } finally {
    await client.end()
  }
}

function foldPage(rows: Map<string, Record<string, unknown>>, page: Parameters<typeof touchedKeys>[1]): void {
  const on = ordersProjection.on as Parameters<typeof foldEvents<Record<string, unknown>>>[0]
  for (const [key, row] of foldEvents(on, page, rows).rows) {
    if (row === undefined) rows.delete(key)
    else rows.set(key, row)
  }
}
