import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openDataFolder } from '#core/process/data-folder.ts'
import { openDatabase, type Db } from '#core/database/database.ts'
import { openEmbeddedPostgres } from '#core/database/embedded/embedded-postgres.ts'
import { openLog } from '#core/telemetry/log.ts'
import { eventLogQueries, type EventLogQueries } from '#modules/audit/read-model.ts'
import type { EventFilter } from '#modules/audit/events/tables.ts'
import { eventCountsProjection } from '#projections/event-counts.ts'
import { eventLogProjection } from '#projections/event-log.ts'
import { storedTable } from '#core/projections/sinks/read-table.ts'
import { predicates } from './audit/predicates.ts'
import { mostOf, recordingQueries, described, workOf, type Work } from './support/query-work.ts'

// `npm run bench:audit`: the queries of the event browser over a million events (BENCH_EVENTS), with every combination
// of filters, and with predicates. SQL generates the rows. It measures the shop's own queries, page and total together. For
// filters, it also measures, in turn, the look-up of one row by its key, and counts the work that Postgres does, which does
// not depend on the load of the machine.

const events = Number(process.env['BENCH_EVENTS'] ?? 1_000_000)
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 20)
const goalMs = 50
const predicateGoalMs = 300
const busyFrom = '2026-06-15T10:00:00.000Z'

/** A span of four months, and 20 minutes of the busy hour. */
const spans = [
  { from: '2026-05-01T10:20:00.000Z', to: '2026-09-01T10:20:00.000Z' },
  { from: '2026-06-15T10:10:30.000Z', to: '2026-06-15T10:30:30.000Z' },
]

const dataDir = await openDataFolder(await mkdtemp(join(tmpdir(), 'audit-bench-')))
const postgres = await openEmbeddedPostgres({ dataDir, password: 'bench', log: openLog('error'), isDurable: false })
const database = openDatabase(postgres.url, { applicationName: 'bench', max: 4, statementTimeoutMs: 0 })
try {
  await fill(database.db)
  await measure(database.db)
  await measurePredicates(database.db)
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

/**
 * Spreads the events over a year, a fifth of them in one busy hour. One admin wrote a tenth, a thousand buyers the
 * others; one import has 30,000 events under one request.
 */
async function fillEvents(db: Db): Promise<void> {
  await sql`insert into read_event_log.events
    select gen_random_uuid()::text, n, category || '-' || (n / 5), n % 5, category,
      category || (array['Placed', 'Confirmed', 'Dispatched', 'Delivered', 'Cancelled'])[n % 5 + 1],
      case when n % 10 = 0 then 'admin' else 'buyer-' || (n / 7) % 1000 end,
      case when n <= 30000 then 'import' else 'request-' || n / 2 end, 'cause-' || n,
      ${busyFrom}::timestamptz + case
        when n <= first then (n - first) * (interval '182 days' / first)
        when n <= last then (n - first) * (interval '1 hour' / (last - first))
        else interval '1 hour' + (n - last) * (interval '182 days' / (${events}::integer - last)) end
    from (select ${events}::integer * 2 / 5 as first, ${events}::integer * 3 / 5 as last) busy, (select n, (array['order', 'cart', 'product', 'serviceRequest'])[(n / 5) % 4 + 1] as category
      from generate_series(1, ${events}::integer) n) made`.execute(db)
}

/** Writes the counts as the projection does, with the keys of `countKeys`. */
async function fillCounts(db: Db): Promise<void> {
  const counting = (key: string, hour = 'null::timestamptz') =>
    sql`insert into read_event_counts.counts
      select ${sql.raw(key)}, ${sql.raw(hour)}, count(*), min(position), max(position)
      from read_event_log.events group by 1, 2`.execute(db)
  await counting(`'all'`)
  await counting(`'category/' || category`)
  await counting(`'type/' || category || '/' || type`)
  await counting(`'hour/' || ${inUtc('YYYY-MM-DD"T"HH24')}`, `date_trunc('hour', at)`)
  await counting(`'minute/' || ${inUtc('YYYY-MM-DD"T"HH24:MI')}`)
}

function inUtc(form: string): string {
  return `to_char(at at time zone 'UTC', '${form}')`
}

async function measure(db: Db): Promise<void> {
  const log = eventLogQueries(db)
  const { db: noting, asked } = recordingQueries(database.pool)
  const notedLog = eventLogQueries(noting)
  const [known] = (await log.page({}, { page: 0, size: 1 })).rows
  let slowest = { ...spread([]), bare: spread([]) }
  let most: Work = { buffers: 0, discarded: 0, sorted: 0 }
  for (const filter of filters()) {
    const ask = (of: EventLogQueries, round: number) => of.list(filter, { page: 0, size: 50, before: beforeIn(round) })
    const bares: number[] = []
    const times: number[] = []
    for (let round = 0; round < rounds; round++) {
      bares.push(await timeOf(() => log.find(known?.event_id ?? '')))
      times.push(await timeOf(() => ask(log, round)))
    }
    const { p50, p95 } = spread(times)
    const bare = spread(bares)
    for (const round of [0, 1, rounds - 1]) await ask(notedLog, round)
    const work = await workOf(database.pool, asked.splice(0))
    if (p95 > slowest.p95) slowest = { p50, p95, bare }
    most = mostOf(most, work)
    process.stdout.write(
      `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms (one row by its key: ${bare.p50.toFixed(1)}, ${bare.p95.toFixed(1)}), ` +
        `a query at most ${described(work)}  ${JSON.stringify(filter)}\n`,
    )
  }
  const verdict = slowest.p95 <= goalMs ? 'reaches' : 'MISSES'
  process.stdout.write(
    `${filters().length} combinations of filters over ${events} events: slowest p95 ${slowest.p95.toFixed(1)} ms, ` +
      `${verdict} its goal of ${goalMs} ms; one row by its key between its calls: p95 ${slowest.bare.p95.toFixed(1)} ms; ` +
      `the most that any query did: ${described(most)}\n`,
  )
}

/** A page and the number of matches of each predicate, as a question to the log asks for them. */
async function measurePredicates(db: Db): Promise<void> {
  const log = eventLogQueries(db)
  const slow: string[] = []
  for (const { text, matching } of predicates()) {
    const times: number[] = []
    for (let round = 0; round < rounds; round++)
      times.push(await timeOf(() => log.list(matching, { page: 0, size: 50, before: beforeIn(round) })))
    const { p50, p95 } = spread(times)
    if (p95 > predicateGoalMs) slow.push(text)
    process.stdout.write(`p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms  ${text}\n`)
  }
  const verdict = slow.length === 0 ? 'all reach' : `MISSED by ${slow.join('; ')}:`
  process.stdout.write(`${predicates().length} predicates: ${verdict} the goal of p95 ${predicateGoalMs} ms\n`)
}

/** The newest events in every other round, and ever later positions between them. */
function beforeIn(round: number): number | undefined {
  return round % 2 === 0 ? undefined : Math.floor((events * round) / rounds)
}

/** Every combination of filters, without and in two spans of time, and a type that does not occur in its category. */
function filters(): EventFilter[] {
  const marks: EventFilter[] = [
    { category: 'order' },
    { type: 'orderPlaced' },
    { by: 'admin' },
    { correlationId: 'import' },
    { stream: 'order-84320' },
  ]
  const timeless: EventFilter[] = Array.from({ length: 2 ** marks.length }, (_, bits) =>
    Object.assign({}, ...marks.filter((_mark, i) => bits & (1 << i))),
  )
  const all = [...timeless, ...spans.flatMap((span) => timeless.map((one) => ({ ...one, ...span })))]
  return [...all, ...all.filter(({ category, type }) => category && type).map((one) => ({ ...one, category: 'cart' }))]
}

async function timeOf(ask: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await ask()
  return performance.now() - begun
}

function spread(times: readonly number[]): { p50: number; p95: number } {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? 0
  return { p50: at(0.5), p95: at(0.95) }
}
