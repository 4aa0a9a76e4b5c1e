import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '#core/config/config.ts'
import { openInfrastructure, type Infrastructure } from '#modules/shop/engines/infrastructure.ts'
import { openLog } from '#core/telemetry/log.ts'
import { allProjections, eventDefinitions, moduleMigrations } from '#modules/shop/manifests.ts'
import { followed } from '#core/projections/continuity/followed.ts'
import { projectionMigrations } from '#core/projections/checkpoints/migrations.ts'
import { createProjectionOperations } from '#core/projections/admin/operations.ts'
import { startShopProcess } from '../support/shop/shop-process.ts'
import { median } from './support/load.ts'
import { replay, type Replayed } from './replay/process.ts'
import { idle, latencyOf, timesWhile } from './replay/api.ts'
import { measureAudit } from './replay/audit.ts'
import { bareLoop } from './replay/bare.ts'
import { sharesOf, writeEvents } from './replay/events.ts'

// `npm run bench:replay`: the rate at which read models are built from a log of BENCH_EVENTS events, next to a bare
// loop that reads the same events with the same driver and writes the same rows with COPY; the memory of a replay, also
// with a tenth of the events; its effect on the latency of the API; and the latency of the admin's pages afterwards.

const events = Number(process.env['BENCH_EVENTS'] ?? 1_000_000)
const turns = Number(process.env['BENCH_TURNS'] ?? 3)
const admin = 'a quiet bench in Pune'
const print = (line: string) => process.stdout.write(`${line}\n`)
const goal = (isReached: boolean, text: string) => `goal of ${text} ${isReached ? 'reached' : 'MISSED'}`

const small = await withLog(events / 10, ({ env }) => replay(env, '--all'))
await withLog(events, async ({ infrastructure, env, written }) => {
  await compareWithBareLoop(infrastructure, written)
  printReplayed(await replay(env, '--all'))
  const shop = await startShopProcess(env)
  try {
    await untilCaughtUp(infrastructure)
    await measureDuringReplay(shop.url, env)
    for (const line of await measureAudit(shop.url, { admin, orders: sharesOf(events).orders })) print(line)
  } finally {
    await shop.end('SIGTERM')
  }
})

type Log = { infrastructure: Infrastructure; env: Record<string, string>; written: number }

/** Runs `work` on a new database with `count` events, which no read model has processed. */
async function withLog<T>(count: number, work: (log: Log) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-bench-'))
  const settings = { DATA_DIR: dataDir, SEED: 'none', ADMIN_PASSWORD: admin }
  const infrastructure = await openInfrastructure({
    config: readConfig({ ...settings, ...process.env }, dataDir),
    log: openLog('error'),
    roles: [],
    definitions: eventDefinitions,
    migrations: { ...moduleMigrations, ...projectionMigrations },
    followed,
    onLockLost: () => undefined,
  })
  try {
    await infrastructure.searchIndex.prepare()
    await operationsOf(infrastructure).prepare()
    const { result: written, seconds } = await timed(() => writeEvents(infrastructure.bulk.pool, count))
    print(`${written} events written in ${seconds.toFixed(1)} s`)
    return await work({ infrastructure, env: { ...settings, DATABASE_URL: infrastructure.databaseUrl }, written })
  } finally {
    await infrastructure.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

function operationsOf({ database, bulk, store, searchIndex }: Infrastructure) {
  const projections = allProjections
  return createProjectionOperations({
    db: database.db,
    bulk: bulk.db,
    store,
    searchIndex,
    projections,
    log: openLog('error'),
  })
}

async function compareWithBareLoop(infrastructure: Infrastructure, total: number): Promise<void> {
  const operations = operationsOf(infrastructure)
  const ratios: number[] = []
  for (let turn = 0; turn < turns; turn++) {
    const bare = await timed(() => bareLoop(infrastructure.databaseUrl))
    const rebuilt = await timed(() => operations.replay('orders'))
    const rate = ({ seconds }: { seconds: number }) =>
      `${Math.round(total / seconds)} events/s (${seconds.toFixed(1)} s)`
    ratios.push(bare.seconds / rebuilt.seconds)
    print(
      `bare loop ${rate(bare)}, replay of orders ${rate(rebuilt)}, swapped in ${rebuilt.result.pauseMs.toFixed(0)} ms`,
    )
  }
  const { rows } = await infrastructure.bulk.pool.query<{ same: boolean }>(
    'select (select count(*) from bare.orders) = (select count(*) from read_orders.orders) as same',
  )
  if (rows[0]?.same !== true) throw new Error('The replay and the bare loop wrote different numbers of rows')
  const ratio = median(ratios)
  print(`replay of orders: ${(ratio * 100).toFixed(0)} % of the bare loop’s rate, ${goal(ratio >= 0.5, '50 %')}`)
}

/** Waits until all read models and reactors have caught up, because a shop that is catching up is slower. */
async function untilCaughtUp(infrastructure: Infrastructure): Promise<void> {
  const operations = operationsOf(infrastructure)
  for (;;) {
    const { projections, reactors } = await operations.status()
    if ([...projections, ...reactors].every(({ lag }) => lag === 0)) return
    await sleep(500)
  }
}

/** Measures the latency of a shop in another process, with and without a replay running in a third process. */
async function measureDuringReplay(url: string, env: Record<string, string>): Promise<void> {
  await timesWhile(url, idle(3))
  const before = await timesWhile(url, idle(15))
  const during = latencyOf(await timesWhile(url, () => replay(env, 'orders', 'product-list')))
  const without = latencyOf([...before, ...(await timesWhile(url, idle(15)))])
  const ratio = during.p95 / without.p95
  print(
    `p95 of the API: ${without.p95.toFixed(1)} ms over ${without.calls} calls, ${during.p95.toFixed(1)} ms over ${during.calls} ` +
      `during a replay: ${ratio.toFixed(2)} times, ${goal(ratio <= 2, 'at most 2')}`,
  )
}

function printReplayed({ seconds, longestPause: { name, pauseMs }, megabytes }: Replayed): void {
  print(
    `replay of everything: ${seconds.toFixed(1)} s; longest pause at a swap ${pauseMs} ms (${name}), ${goal(pauseMs <= 100, '100 ms')}`,
  )
  print(
    `memory at most ${megabytes.toFixed(0)} MB, with a tenth of the events ${small.megabytes.toFixed(0)} MB, ${goal(megabytes < 500, 'less than 500 MB')}`,
  )
}

async function timed<T>(work: () => Promise<T>): Promise<{ result: T; seconds: number }> {
  const begun = performance.now()
  const result = await work()
  return { result, seconds: (performance.now() - begun) / 1_000 }
}
