import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { platform, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { readConfig } from '#core/config/config.ts'
import { openInfrastructure } from '#modules/shop/engines/infrastructure.ts'
import { openLog } from '#core/telemetry/log.ts'
import { eventDefinitions, moduleMigrations } from '#modules/shop/manifests.ts'
import { projectionMigrations } from '#core/projections/checkpoints/migrations.ts'
import { writeLargeEvents } from '../support/event-store/large-events.ts'
import { freePort } from '../support/engines/programs.ts'
import { startMeasured, type MeasuredProcess } from './support/memory-process.ts'

// `npm run bench:memory`: the peak memory of each process of the shop with BENCH_PRODUCTS products and BENCH_ORDERS
// orders of the largest size that the API accepts, on Postgres and on the double of EventStoreDB, and with
// BENCH_FOREIGN events of 1 MB each of another application. Exits with code 1 if a process exceeds the bound or fails.

const products = Number(process.env['BENCH_PRODUCTS'] ?? 5_000)
const orders = Number(process.env['BENCH_ORDERS'] ?? 5_000)
const foreign = Number(process.env['BENCH_FOREIGN'] ?? 10_000)
const boundMb = 400
const print = (line: string) => process.stdout.write(`${line}\n`)

if (platform() !== 'linux') throw new Error('bench:memory needs /proc, which only Linux has')

await withDatabase(async ({ pool, env }) => {
  await writeLargeEvents(pool, { products, orders })
  print(`${products} products and ${orders} orders of the largest size that the API accepts`)
  print('store        process              peak rss     time')
  const { rows } = await pool.query<{ position: number }>('select position::int as position from log_head')
  await measureOn('Postgres', env, { pool, head: async () => rows[0]?.position ?? 0 })
  const double = await startDouble()
  try {
    await measureOps('Postgres', env, 'copy-events', '--to', double.url)
    const onDouble = { ...env, EVENTSTORE_URL: double.url }
    await measureOn('EventStoreDB', onDouble, { pool, head: () => double.generate(0) })
    await double.generate(foreign)
    await measureShop('EventStoreDB', onDouble, { name: `${foreign} foreign`, pool, head: () => double.generate(0) })
  } finally {
    double.stop()
  }
})

type Target = { pool: Pool; head: () => Promise<number> }

async function measureOn(store: string, env: Record<string, string>, { pool, head }: Target): Promise<void> {
  await measureShop(store, env, { name: 'start, catch-up', pool, head })
  await measureShop(store, env, { name: 'another start', pool, head })
  await measureOps(store, env, 'replay', '--all')
  await measureOps(store, env, 'verify', '--all')
  await measureOps(store, env, 'replay', 'orders', '--until', String(await head()), '--into', 'orders_then')
  await measureOps(store, env, 'drop-copy', 'orders_then')
}

/** Runs a shop until it has processed every event. */
async function measureShop(
  store: string,
  env: Record<string, string>,
  { name, pool, head }: Target & { name: string },
): Promise<void> {
  const port = String(await freePort())
  const shop = startMeasured({ ...env, PORT: port, LOG_LEVEL: 'warn' }, 'main.ts')
  while (shop.isRunning() && !(await isReady(port))) await sleep(500)
  const target = await head()
  while (shop.isRunning() && (await behind(pool, target)) > 0) await sleep(500)
  shop.stop()
  await report(`${store.padEnd(12)} ${name}`, shop)
}

async function isReady(port: string): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => undefined)
  await answer?.arrayBuffer()
  return answer?.status === 200
}

/** The number of read models and reactors whose checkpoint is before a position. */
async function behind(pool: Pool, position: number): Promise<number> {
  const text = "select count(*)::int as count from projection_checkpoints where slot = 'live' and position < $1"
  const { rows } = await pool.query<{ count: number }>(text, [position])
  return rows[0]?.count ?? 0
}

async function measureOps(store: string, env: Record<string, string>, ...command: readonly string[]): Promise<void> {
  await report(`${store.padEnd(12)} ${command.slice(0, 2).join(' ')}`, startMeasured(env, 'ops.ts', ...command))
}

async function report(name: string, measured: MeasuredProcess): Promise<void> {
  const { code, megabytes, seconds } = await measured.ended
  const isWithin = code === 0 && megabytes > 0 && megabytes <= boundMb
  const verdict = isWithin ? '' : code === 0 ? `  ABOVE ${boundMb} MB` : `  FAILED (${String(code)})`
  print(`${name.padEnd(33)} ${megabytes.toFixed(0).padStart(5)} MB ${seconds.toFixed(1).padStart(7)} s${verdict}`)
  if (isWithin) return
  process.exitCode = 1
  if (code !== 0) print(measured.output())
}

async function withDatabase(work: (opened: { pool: Pool; env: Record<string, string> }) => Promise<void>) {
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-bench-'))
  const env = { DATA_DIR: dataDir, SEED: 'none', ADMIN_PASSWORD: 'a quiet bench in Pune' }
  const infrastructure = await openInfrastructure({
    config: readConfig(env, dataDir),
    log: openLog('error'),
    roles: [],
    definitions: eventDefinitions,
    migrations: { ...moduleMigrations, ...projectionMigrations },
    onLockLost: () => undefined,
  })
  try {
    await work({ pool: infrastructure.bulk.pool, env: { ...env, DATABASE_URL: infrastructure.databaseUrl } })
  } finally {
    await infrastructure.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Starts the double in a separate process, so that its memory is not counted as the shop's. */
async function startDouble() {
  const child = fork(join(import.meta.dirname, '..', 'support', 'event-store-double', 'process.ts'))
  const url = String(await answerOf(child))
  return {
    url,
    /** Adds `count` foreign events of 1 MB each; resolves to the position of the newest event. */
    async generate(count: number): Promise<number> {
      child.send({ generate: { count, bytes: 1_000_000 } })
      return Number(await answerOf(child))
    },
    stop: () => child.disconnect(),
  }
}

async function answerOf(child: ChildProcess): Promise<unknown> {
  const [answer]: unknown[] = await once(child, 'message')
  return answer
}
