import type { ClientBase } from 'pg'
import type { Write } from './captured-writes.ts'

/**
 * The tables in which an order has a row of its own, and which of their rows are those of orders; the floor stores the
 * same rows with the same indexes. A job is deleted once its mail is out.
 */
const tablesOfAnOrder = {
  'public.events': "type = 'OrderPlaced'",
  'read_event_log.events': "type = 'OrderPlaced'",
  'read_orders.orders': 'true',
  'read_sales.sales': 'true',
  'public.notifications': "kind = 'order-placed' and status = 'sent'",
  'bullmq.job': 'true',
  'public.idempotency_keys': 'answer is not null',
}

/** Tables that an order may insert into, but in which it has no row of its own; the reason of each. */
const sharedTables: Record<string, string> = {
  'public.personal_keys': 'one row per account',
  'read_event_counts.counts': 'one row per minute',
  'read_orders.orders_totals': 'one row per status',
  'bullmq.event': 'the queue keeps only its newest hundred',
}

export type Column = { name: string; type: string; value: string | null }

/** A table of the floor, the shop's table, the condition for its rows of orders, and one of these as text. */
export type FloorTable = { name: string; source: string; ofOrders: string; columns: readonly Column[] }

/**
 * The rows that one order has written, each in its last form.
 * @throws if it has inserted into a table that is in neither list above, or more than one row into one of the first
 */
export async function floorTables(client: ClientBase, writes: readonly Write[]): Promise<FloorTable[]> {
  const inserted = writes.filter(({ operation }) => operation === 'INSERT').map(({ table }) => table)
  const unknown = inserted.filter((table) => !(table in tablesOfAnOrder) && !(table in sharedTables))
  if (unknown.length > 0) throw new Error(`an order inserts into ${unknown.join(', ')}: add the table to one list`)
  const tables: FloorTable[] = []
  for (const [source, ofOrders] of Object.entries(tablesOfAnOrder)) {
    const count = inserted.filter((table) => table === source).length
    if (count !== 1) throw new Error(`an order has inserted ${count} rows into ${source} instead of one`)
    const last = writes.findLast(({ operation, table }) => table === source && operation !== 'DELETE')
    const columns = await columnsOf(client, source, last?.row)
    tables.push({ name: `floor.${source.replace('.', '_')}`, source, ofOrders, columns })
  }
  return tables
}

async function columnsOf(client: ClientBase, table: string, row: unknown): Promise<Column[]> {
  const { rows } = await client.query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  )
  const texts = rows.map(({ name }) => `r."${name}"::text`).join(', ')
  const { rows: values } = await client.query<(string | null)[]>({
    text: `select ${texts} from jsonb_populate_record(null::${table}, $1) r`,
    values: [JSON.stringify(row)],
    rowMode: 'array',
  })
  return rows.map((column, index) => ({ ...column, value: values[0]?.[index] ?? null }))
}

/** Creates the floor's empty tables, each with the structure, constraints and indexes of the shop's. */
export async function createFloor(client: ClientBase, tables: readonly FloorTable[]): Promise<void> {
  await client.query('drop schema if exists floor cascade')
  await client.query('create schema floor')
  for (const { name, source } of tables) await client.query(`create table ${name} (like ${source} including all)`)
}

/** The rows of orders in a table, their average size, and the table's indexes. */
export type Footprint = { rows: number; bytesPerRow: number; indexes: readonly string[] }

export async function footprintOf(client: ClientBase, table: string, ofOrders: string): Promise<Footprint> {
  const { rows: sizes } = await client.query<{ rows: number; bytes: number }>(
    `select count(*)::int as rows, coalesce(avg(pg_column_size(t.*)), 0)::float8 as bytes from ${table} t where ${ofOrders}`,
  )
  const { rows: indexes } = await client.query<{ definition: string }>(
    `select regexp_replace(pg_get_indexdef(indexrelid), '^(.*) INDEX .* USING ', '\\1 INDEX USING ') as definition
     from pg_index where indrelid = $1::regclass order by 1`,
    [table],
  )
  return {
    rows: sizes[0]?.rows ?? 0,
    bytesPerRow: sizes[0]?.bytes ?? 0,
    indexes: indexes.map(({ definition }) => definition),
  }
}
