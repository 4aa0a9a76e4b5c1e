import { sql } from 'kysely'
import type { Db } from '#core/database/database.ts'
import { schemaOf } from '#core/projections/projection.ts'
import { allProjections } from '#modules/shop/manifests.ts'

/** The tables of the console's lists, each with at least one row that the API has written. */
const listTables = [
  'read_orders.orders',
  'read_sales.sales',
  'read_product_list.products',
  'read_service_requests.service_requests',
  'accounts',
  'notifications',
] as const

type ListTable = (typeof listTables)[number]

/** What differs from the copied row in row `n`, as the arguments of `jsonb_build_object`. */
const differences: Record<ListTable, string> = {
  'read_orders.orders': `
    'order_id', 'ORD9' || lpad(n::text, 7, '0'), 'buyer_id', 'buyer-' || n % 5000,
    'status', (array['received', 'confirmed', 'dispatched', 'delivered', 'delivered', 'delivered', 'cancelled', 'returned'])[n % 8 + 1],
    'total_paise', 100000 + n::bigint * 7919 % 90000000, 'placed_at', now() - n * interval '5 minutes',
    'placed_position', one.placed_position + n,
    'items', jsonb_build_array(one.items->0 || jsonb_build_object('productId', 'copy-' || n % 500)),
    'shipping', one.shipping || jsonb_build_object('name', 'Recipient ' || n % 7000, 'city', 'City ' || n % 300),
    'search_text', 'ord9' || lpad(n::text, 7, '0') || ' buyer ' || n % 5000 || ' city ' || n % 300 || ' monitor'`,
  'read_sales.sales': `
    'order_id', 'ORD9' || lpad(n::text, 7, '0'),
    'status', (array['received', 'confirmed', 'dispatched', 'delivered', 'delivered', 'delivered', 'cancelled', 'returned'])[n % 8 + 1],
    'day', to_char(now() - n * interval '5 minutes', 'YYYY-MM-DD'), 'since', now() - n * interval '5 minutes'`,
  'read_product_list.products': `
    'product_id', 'copy-' || n, 'created_position', one.created_position + n, 'qty', n % 1000,
    'price_paise', 10000 + n::bigint * 7919 % 90000000, 'category', 'tools-' || n % 100,
    'changed_at', now() - n * interval '5 minutes', 'sku', null,
    'details', one.details || jsonb_build_object(
      'title', 'Copy ' || n, 'brand', 'Brand ' || n % 100, 'company', 'Company ' || n % 100)`,
  'read_service_requests.service_requests': `
    'request_id', 'copy-' || n, 'requester_id', 'buyer-' || n % 5000, 'title', 'Device ' || n % 900,
    'company', 'Company ' || n % 100, 'description', 'It stops after ' || n || ' minutes',
    'status', (array['received', 'acknowledged', 'resolved', 'declined'])[n % 4 + 1],
    'raised_at', now() - n * interval '5 minutes', 'raised_position', one.raised_position + n`,
  accounts: `
    'id', 'copy-' || n, 'username', 'copy.' || n || '@clinic.in', 'username_key', 'copy.' || n || '@clinic.in',
    'name', 'Person ' || n % 7000, 'email', 'copy.' || n || '@clinic.in', 'mobile_number', (9000000000 + n)::text,
    'roles', case when n % 5000 = 7 then '["STAFF"]'::jsonb else '["USER"]'::jsonb end,
    'created_at', now() - n * interval '5 minutes'`,
  notifications: `
    'id', 'copy-' || n, 'event_id', gen_random_uuid(), 'stream', 'order-ORD' || n, 'recipient_id', 'buyer-' || n % 5000,
    'kind', (array['order-placed', 'order-confirmed', 'order-dispatched'])[n % 3 + 1],
    'status', case when n % 900 = 7 then 'failed' else 'sent' end, 'attempts', 1 + n % 5, 'due_at', null,
    'lease', null, 'leased_until', null, 'copy_of', null, 'created_at', now() - n * interval '5 minutes'`,
}

/** Adds this number of rows to each list: copies of one row that differ in what the lists are sorted and filtered by. */
export async function lengthenLists(db: Db, rows: number): Promise<void> {
  for (const name of listTables) {
    await lengthen(db, name, rows)
    await sql`vacuum analyze ${sql.table(name)}`.execute(db)
  }
  await countAgain(db)
}

/** As many rows as a slow machine inserts within the limit of a statement. */
const batchSize = 4_000

async function lengthen(db: Db, name: ListTable, rows: number): Promise<void> {
  const table = sql.table(name)
  const { rows: found } = await sql<{ one: object }>`select to_jsonb(one) as one from ${table} as one limit 1`.execute(
    db,
  )
  const one = JSON.stringify(found[0]?.one)
  for (let last = 0; last < rows; last += batchSize)
    await sql`
      insert into ${table}
      select copy.* from jsonb_populate_record(null::${table}, ${one}::jsonb) as one,
        generate_series(${last + 1}::integer, ${Math.min(rows, last + batchSize)}::integer) as n,
        jsonb_populate_record(null::${table}, to_jsonb(one) || jsonb_build_object(${sql.raw(differences[name])})) as copy
      `.execute(db)
}

/** What is kept of the numbers of rows. */
async function countAgain(db: Db): Promise<void> {
  for (const { name, sink } of allProjections) {
    if (sink.kind !== 'table') continue
    const table = `${schemaOf(name)}.${sink.table.name}`
    for (const totals of sink.table.totals ?? []) {
      const kept = sql.table(`${table}_${totals.name}`)
      await sql`delete from ${kept}`.execute(db)
      await sql`insert into ${kept} (value, total) select ${sql.raw(totals.by)}, count(*) from ${sql.table(table)}
        where ${sql.raw(totals.where)} group by 1`.execute(db)
    }
  }
  await sql`update notification_totals set total = 0, until = '-infinity'`.execute(db)
}
