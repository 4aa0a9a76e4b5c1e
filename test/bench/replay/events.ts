import type { Pool } from 'pg'

/** The numbers of streams in a log of `events` events: an order for every five, a cart for every ten, 3 % products. */
export function sharesOf(events: number): { orders: number; products: number; carts: number } {
  return { orders: events / 5, products: Math.floor(events * 0.03), carts: events / 10 }
}

const metadata = `jsonb_build_object('correlationId', id, 'causationId', id, 'schemaVersion', 1,
  'by', jsonb_build_object('id', 'buyer-' || (n % 5000), 'name', 'Asha Rao', 'role', 'USER'))`

const product = `jsonb_build_object('title', 'Patient Monitor ' || n, 'company', 'Aarogya Meditech', 'brand', 'Aarogya',
  'lookupType', 'Equipment', 'posttype', 'icu-equipments', 'featureDescription', 'Screen: 12.1 in',
  'description', 'Bedside monitor for ECG and SpO2.', 'logoUrl', '/images/devices/patient-monitor.svg', 'imgUrl1', '', 'imgUrl2', '', 'imgUrl3', '',
  'pricePaise', 8450050, 'qty', 12)`

const order = `jsonb_build_object('orderId', 'ORD' || lpad(n::text, 8, '0'),
  'buyer', jsonb_build_object('id', 'buyer-' || (n % 5000), 'name', 'Asha Rao', 'loginUserName', 'asha' || (n % 5000)),
  'items', jsonb_build_array(jsonb_build_object('productId', 'p' || (n % 900), 'title', 'Patient Monitor ' || (n % 900),
    'company', 'Aarogya Meditech', 'brand', 'Aarogya', 'pricePaise', 8450050, 'quantity', 1 + n % 3)),
  'shipping', jsonb_build_object('name', 'Asha Rao', 'mobile', '9820012345', 'address', '12 MG Road', 'city', 'Pune',
    'state', 'Maharashtra', 'zipCode', '411001'),
  'payment', jsonb_build_object('method', 'cod', 'status', 'pending'),
  'totalPaise', 8450050 * (1 + n % 3), 'placedAt', '2026-11-20T09:30:00.000Z')`

/**
 * Fills an empty log with the events of 300 days, in an order as a shop writes them: an order is confirmed some hundred
 * orders after it was placed, and so on, with products and carts in between. Personal texts are not sealed.
 */
export async function writeEvents(pool: Pool, events: number): Promise<number> {
  const { orders, products, carts } = sharesOf(events)
  const delivered = Math.floor(events * 0.07)
  // `moment` is the share of the time that has passed; sorting by it interleaves the streams.
  const streams = `
    select 'product-p' || n as stream, 0 as revision, 'ProductAdded' as type, ${product} as data, n, n / ${products}.0 as moment
      from generate_series(1, ${products}) n
    union all select 'order-ORD' || lpad(n::text, 8, '0'), 0, 'OrderPlaced', ${order}, n, n / ${orders}.0
      from generate_series(1, ${orders}) n
    union all select 'order-ORD' || lpad(n::text, 8, '0'), step, (array['OrderConfirmed', 'OrderDispatched', 'OrderDelivered'])[step],
      case when step = 3 then '{"deliveredAt": "2026-11-24T09:30:00.000Z"}'::jsonb else '{}'::jsonb end, n, (n + step * 400 + n * 7919 % 400) / ${orders}.0
      from generate_series(1, ${orders}) n, generate_series(1, 3) step where step < 3 or n <= ${delivered}
    union all select 'cart-00000000-0000-4000-8000-' || lpad(n::text, 12, '0'), revision, 'CartItemQuantitySet',
      jsonb_build_object('productId', 'p' || (n + revision) % 900, 'quantity', 1 + revision), n, (n + revision * 30) / ${carts}.0
      from generate_series(1, ${carts}) n, generate_series(0, 2) revision`
  const { rows } = await pool.query<{ count: string }>(`
    with written as (
      insert into events (position, stream, revision, id, type, data, metadata, at)
      select row_number() over (order by moment, stream, revision), stream, revision, id, type, data, ${metadata},
        date_trunc('milliseconds', timestamptz '2026-01-01' + moment * interval '300 days')
      from (select *, gen_random_uuid() as id from (${streams}) all_streams) numbered returning position)
    select max(position) as count from written`)
  const last = Number(rows[0]?.count)
  await pool.query('update log_head set position = $1', [last])
  await pool.query('analyze events')
  return last
}
