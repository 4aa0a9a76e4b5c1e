import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openDataFolder } from '#core/data-folder.ts'
import { openDatabase, type Db } from '#core/database/database.ts'
import { openEmbeddedPostgres } from '#core/database/embedded-postgres.ts'
import { openLog } from '#core/log.ts'
import { eventLogQueries, type EventFilter, type EventLogQueries } from '#modules/audit/read-model.ts'
import { eventCountsProjection } from '#projections/event-counts.ts'
import { eventLogProjection } from '#projections/event-log.ts'
import { storedTable } from '#projections/runner/read-table.ts'
import { mostOf, notingQueries, told, workOf, type Work } from './query-work.ts'

// What the event browser asks Postgres with a million events: each filter alone and every two, three… of them together. The
// rows are made by SQL; what is measured are the shop's own queries, page and total together: their time, next to that of one
// row by its key in the same run, and what Postgres did for them, which is the same on a busy machine.

const events = Number(process.env['BENCH_EVENTS'] ?? 1_000_000)
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 20)
const goalMs = 50

const dataDir = await openDataFolder(await mkdtemp(join(tmpdir(), 'audit-bench-')))
const postgres = await openEmbeddedPostgres({ dataDir, password: 'bench', log: openLog('error'), isDurable: false })
const database = openDatabase(postgres.url, { applicationName: 'bench', max: 4, statementTimeoutMs: 0 })
try {
  await fill(database.db)
  await measure(database.db)
} finally {
  await database.close()
  await postgres.close()
  await rm(dataDir, { recursive: true, force: true })
}

async function fill(db: Db): Promise<void> {
  for (const { sink } of [eventLogProjection([]), eventCountsProjection([])]) {
    if (sink.kind !== 'table') continue
    const schema = sink.table.name === 'events' ? 'read_event_log' : 'read_event_counts'
    const table = storedTable(schema, sink.table)
    await table.create(db)
    if (sink.table.name === 'events') await fillEvents(db)
    else await fillCounts(db)
    await table.createIndexes(db)
  }
  await sql`vacuum analyze read_event_log.events`.execute(db)
  await sql`vacuum analyze read_event_counts.counts`.execute(db)
}

/** Over a year; a tenth of all by one admin, a thousand buyers, one import of 30,000 under one request. */
async function fillEvents(db: Db): Promise<void> {
  await sql`insert into read_event_log.events
    select gen_random_uuid()::text, n, category || '-' || (n / 5), n % 5, category,
      category || (array['Placed', 'Confirmed', 'Dispatched', 'Delivered', 'Cancelled'])[n % 5 + 1],
      case when n % 10 = 0 then 'admin' else 'buyer-' || (n / 7) % 1000 end,
      case when n <= 30000 then 'import' else 'request-' || n / 2 end, 'cause-' || n,
      timestamptz '2026-01-01' + n * (interval '365 days' / ${events}::integer)
    from (select n, (array['order', 'cart', 'product', 'serviceRequest'])[(n / 5) % 4 + 1] as category
      from generate_series(1, ${events}::integer) n) made`.execute(db)
}

async function fillCounts(db: Db): Promise<void> {
  const counting = (key: string, hour: string) =>
    sql`insert into read_event_counts.counts
      select ${sql.raw(key)}, ${sql.raw(hour)}, count(*), min(position), max(position) from read_event_log.events group by 1, 2`.execute(
      db,
    )
  await counting(`'all'`, 'null::timestamptz')
  await counting(`'category/' || category`, 'null::timestamptz')
  await counting(`'type/' || category || '/' || type`, 'null::timestamptz')
  await counting(`'hour/' || date_trunc('hour', at)::text`, `date_trunc('hour', at)`)
}

async function measure(db: Db): Promise<void> {
  const log = eventLogQueries(db)
  const { db: noting, asked } = notingQueries(database.pool)
  const notedLog = eventLogQueries(noting)
  const [known] = (await log.page({}, { page: 0, size: 1 })).rows
  const bare = spread(await timesOf(() => log.find(known?.event_id ?? '')))
  let slowest = 0
  let most: Work = { buffers: 0, discarded: 0, sorted: 0 }
  for (const filter of filters()) {
    const before = (round: number) => (round % 2 === 0 ? undefined : Math.floor((events * round) / rounds))
    const ask = (of: EventLogQueries, round: number) =>
      Promise.all([of.page(filter, { page: 0, size: 50, before: before(round) }), of.total(filter)])
    const { p50, p95 } = spread(await timesOf((round) => ask(log, round)))
    for (const round of [0, 1, rounds - 1]) await ask(notedLog, round)
    const work = await workOf(database.pool, asked.splice(0))
    slowest = Math.max(slowest, p95)
    most = mostOf(most, work)
    process.stdout.write(
      `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms (one row by its key: ${bare.p50.toFixed(1)}, ${bare.p95.toFixed(1)}), ` +
        `a query at most ${told(work)}  ${JSON.stringify(filter)}\n`,
    )
  }
  const verdict = slowest <= goalMs ? 'reaches' : 'MISSES'
  process.stdout.write(
    `${filters().length} combinations of filters over ${events} events: slowest p95 ${slowest.toFixed(1)} ms, ` +
      `${verdict} its goal of ${goalMs} ms; one row by its key in the same run: p95 ${bare.p95.toFixed(1)} ms; ` +
      `the most that any query did: ${told(most)}\n`,
  )
}

/** Every filter alone and together, and a type of another category with each of the others. */
function filters(): EventFilter[] {
  const marks: EventFilter[] = [
    { category: 'order' },
    { type: 'orderPlaced' },
    { by: 'admin' },
    { correlationId: 'import' },
    { from: '2026-06-01T10:20:00.000Z', to: '2026-09-01T10:20:00.000Z' },
    { stream: 'order-40000' },
  ]
  const all = Array.from({ length: 2 ** marks.length }, (_, bits) =>
    Object.assign({}, ...marks.filter((_mark, i) => bits & (1 << i))),
  )
  return [...all, ...all.filter(({ category, type }) => category && type).map((one) => ({ ...one, category: 'cart' }))]
}

async function timesOf(ask: (round: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const begun = performance.now()
    await ask(round)
    times.push(performance.now() - begun)
  }
  return times.toSorted((a, b) => a - b)
}

function spread(sorted: readonly number[]): { p50: number; p95: number } {
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? 0
  return { p50: at(0.5), p95: at(0.95) }
}
