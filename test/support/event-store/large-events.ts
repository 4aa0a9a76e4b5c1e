import type { Pool } from 'pg'

/** The number of products and orders to write. */
export type LargeLog = { products: number; orders: number }

const metadata = `jsonb_build_object('correlationId', id, 'causationId', id, 'schemaVersion', 1,
  'by', jsonb_build_object('id', 'buyer-1', 'name', 'Asha Rao', 'role', 'USER'))`

/** Devanagari words. Texts alternate between a slice of these, which does not compress, and a repetition, which does. */
const words = `(select string_agg(case when i % 7 = 0 then ' ' else chr(2309 + (i * 7919 % 10007 * 31) % 48) end, '' order by i)
  from generate_series(1, 20000) i)`

const text = (length: number) => `case when n % 2 = 0 then substr(words, 1 + n * 37 % 9000, ${length})
  else 'रोगी ' || repeat('शय्या ', ${Math.floor((length - 6) / 6)}) end`

const url = `'https://images.example.in/' || repeat('a', 1900) || n`

/** 10,000 characters in each of the long texts, the form's limit (spec §5). */
const product = `jsonb_build_object('title', ${text(190)}, 'company', ${text(110)}, 'brand', ${text(110)},
  'lookupType', 'Equipment', 'posttype', 'icu-equipments', 'featureDescription', ${text(10_000)},
  'description', ${text(10_000)}, 'logoUrl', ${url}, 'imgUrl1', ${url}, 'imgUrl2', ${url}, 'imgUrl3', ${url},
  'pricePaise', 8450050, 'qty', 12)`

/** 100 lines with the longest names that a product may have. */
const order = `jsonb_build_object('orderId', 'ORD' || lpad(n::text, 8, '0'),
  'buyer', jsonb_build_object('id', 'buyer-1', 'name', 'Asha Rao', 'loginUserName', 'asha1'),
  'items', (select jsonb_agg(jsonb_build_object('productId', 'p' || line, 'title', ${text(200)}, 'company', ${text(120)},
    'brand', ${text(120)}, 'pricePaise', 8450050, 'quantity', 1)) from generate_series(1, 100) line),
  'shipping', jsonb_build_object('name', ${text(100)}, 'mobile', '9820012345', 'address', ${text(500)}, 'city', 'पुणे',
    'state', 'महाराष्ट्र', 'zipCode', '411001'),
  'payment', jsonb_build_object('method', 'cod', 'status', 'pending'),
  'totalPaise', 845005000, 'placedAt', '2026-11-20T09:30:00.000Z')`

/**
 * Fills an empty log by SQL with the largest products and orders that the API accepts. Later, each product's price changes
 * and each order is confirmed, so that small events update large rows.
 */
export async function writeLargeEvents(pool: Pool, { products, orders }: LargeLog): Promise<void> {
  const streams = `
    select n as place, 'product-p' || n as stream, 0 as revision, 'ProductAdded' as type, ${product} as data
      from generate_series(1, ${products}) n, texts
    union all select ${products} + n, 'order-ORD' || lpad(n::text, 8, '0'), 0, 'OrderPlaced', ${order}
      from generate_series(1, ${orders}) n, texts
    union all select ${products + orders} + n, 'product-p' || n, 1, 'ProductPriceChanged', '{"from": 8450050, "to": 8450100}'::jsonb
      from generate_series(1, ${products}) n
    union all select ${2 * products + orders} + n, 'order-ORD' || lpad(n::text, 8, '0'), 1, 'OrderConfirmed', '{}'::jsonb
      from generate_series(1, ${orders}) n`
  await pool.query(`
    with texts as materialized (select ${words} as words)
    insert into events (position, stream, revision, id, type, data, metadata, at)
    select row_number() over (order by place), stream, revision, id, type, data, ${metadata},
      timestamptz '2026-01-01' + place * interval '1 second'
    from (select *, gen_random_uuid() as id from (${streams}) all_streams) numbered`)
  await pool.query('update log_head set position = (select max(position) from events)')
  await pool.query('analyze events')
}
