import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { readConfig } from '#core/config.ts'
import { sessionTypes } from '#core/database/session-types.ts'
import { openInfrastructure, type Infrastructure } from '#core/infrastructure.ts'
import { openLog } from '#core/log.ts'
import { eventDefinitions, moduleMigrations } from '#modules/shop.ts'
import { allProjections } from '#projections/all-projections.ts'
import { ordersProjection } from '#projections/orders.ts'
import { foldEvents, type touchedKeys } from '#projections/runner/fold-events.ts'
import { projectionMigrations } from '#projections/runner/migrations.ts'
import { createProjectionOperations, type ProjectionOperations } from '#projections/runner/operations.ts'
import { startShopProcess } from '../support/shop-process.ts'
import { copied, copyIn } from './copy-in.ts'
import { idle, latencyWhile } from './replay-api.ts'
import { writeEvents } from './replay-events.ts'

// `npm run bench:replay`: how quickly read models are built from a log of BENCH_EVENTS events, next to a bare loop that
// reads the same events with the same driver and writes the same rows with COPY, in the same run.

const events = Number(process.env['BENCH_EVENTS'] ?? 1_000_000)
const print = (line: string) => process.stdout.write(`${line}\n`)

const dataDir = await mkdtemp(join(tmpdir(), 'shop-bench-'))
const log = openLog('error')
const config = readConfig({ DATA_DIR: dataDir, SEED: 'none', ...process.env }, dataDir)
const infrastructure = await openInfrastructure({
  config,
  log,
  roles: [],
  definitions: eventDefinitions,
  migrations: { ...moduleMigrations, ...projectionMigrations },
  onLockLost: () => undefined,
})
try {
  const { database, bulk, store, searchIndex } = infrastructure
  const projections = allProjections(Object.keys(eventDefinitions))
  const operations = createProjectionOperations({
    ...infrastructure,
    db: database.db,
    bulk: bulk.db,
    store,
    searchIndex,
    projections,
    log,
  })
  await searchIndex.prepare()
  await operations.prepare()
  const written = await timed(() => writeEvents(bulk.pool, events))
  print(`${written.result} events written in ${written.seconds.toFixed(1)} s`)
  await compareWithBareLoop(infrastructure, operations, written.result)
  await replayAll(
    operations,
    projections.map(({ name }) => name),
  )
  await compareLatency(infrastructure, operations)
} finally {
  await infrastructure.close()
  await rm(dataDir, { recursive: true, force: true })
}

async function compareWithBareLoop(
  { databaseUrl, bulk }: Infrastructure,
  operations: ProjectionOperations,
  total: number,
): Promise<void> {
  const bare = await timed(() => bareLoop(databaseUrl))
  const replay = await timed(() => operations.rebuild('orders'))
  const { rows } = await bulk.pool.query<{ same: boolean }>(
    'select (select count(*) from bare.orders) = (select count(*) from read_orders.orders) as same',
  )
  if (rows[0]?.same !== true) throw new Error('the two have not written the same rows')
  const rate = (seconds: number) => `${Math.round(total / seconds)} events/s`
  const ratio = bare.seconds / replay.seconds
  print(`bare loop: ${bare.seconds.toFixed(1)} s, ${rate(bare.seconds)}`)
  print(
    `replay of orders: ${replay.seconds.toFixed(1)} s, ${rate(replay.seconds)}: ${(ratio * 100).toFixed(0)} % of the bare loop`,
  )
  print(
    `goal of 50 %: ${ratio >= 0.5 ? 'reached' : 'MISSED'}; swapped in ${replay.result.pauseMs.toFixed(0)} ms (goal 100 ms)`,
  )
}

/** Reads pages of the log, folds them, writes every row once. Not checked, not resumable, not beside anything. */
async function bareLoop(url: string): Promise<void> {
  const client = new Client({ connectionString: url, types: sessionTypes })
  await client.connect()
  try {
    await client.query('create schema bare; create table bare.orders (like read_orders.orders including all)')
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

async function replayAll(operations: ProjectionOperations, names: readonly string[]): Promise<void> {
  let most = 0
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 200)
  const pauses: number[] = []
  const { seconds } = await timed(async () => {
    for (const name of names) pauses.push((await operations.rebuild(name)).pauseMs)
  })
  clearInterval(watch)
  print(
    `replay of everything: ${seconds.toFixed(1)} s; longest pause at a swap ${Math.max(...pauses).toFixed(0)} ms (goal 100 ms)`,
  )
  print(`memory at most ${(most / 1_048_576).toFixed(0)} MB (goal 500 MB), the bare loop's rows included`)
}

/** Reads of the catalogue, in a shop of its own process, with a replay of orders beside them and without. */
async function compareLatency({ databaseUrl }: Infrastructure, operations: ProjectionOperations): Promise<void> {
  const shop = await startShopProcess({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, SEED: 'none' })
  try {
    await latencyWhile(shop.url, idle(3))
    const without = await latencyWhile(shop.url, idle(10))
    const during = await latencyWhile(shop.url, () => operations.rebuild('orders'))
    const ratio = during.p95 / without.p95
    print(
      `p95 of the API: ${without.p95.toFixed(1)} ms over ${without.calls} calls, ${during.p95.toFixed(1)} ms over ${during.calls} during a replay`,
    )
    print(`${ratio.toFixed(2)} times: goal of at most 2 ${ratio <= 2 ? 'reached' : 'MISSED'}`)
  } finally {
    await shop.end('SIGTERM')
  }
}

async function timed<T>(work: () => Promise<T>): Promise<{ result: T; seconds: number }> {
  const begun = performance.now()
  const result = await work()
  return { result, seconds: (performance.now() - begun) / 1_000 }
}
