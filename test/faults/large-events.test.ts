import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#core/config/config.ts'
import { openInfrastructure } from '#modules/shop/engines/infrastructure.ts'
import { openLog } from '#core/telemetry/log.ts'
import { eventDefinitions, moduleMigrations } from '#modules/shop/manifests.ts'
import { projectionMigrations } from '#core/projections/checkpoints/migrations.ts'
import { eventually } from '../support/eventually.ts'
import { writeLargeEvents } from '../support/event-store/large-events.ts'
import { runOps } from '../support/shop/ops-process.ts'
import { freshDatabase, openPool, type FreshDatabase } from '../support/postgres/postgres.ts'
import { startShopProcess } from '../support/shop/shop-process.ts'

// Products of 70 kB and orders of up to 190 kB, as the API accepts them, with about half of the launcher's heap:
// `npm run bench:memory` does the same with thousands of them and the whole heap.

const log = { products: 160, orders: 160 }
const heap = { NODE_OPTIONS: '--max-old-space-size=128 --max-semi-space-size=16' }
let dataDir: string
let database: FreshDatabase
let env: Record<string, string>

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'large-events-'))
  database = await freshDatabase()
  env = { DATA_DIR: dataDir, SEED: 'none', DATABASE_URL: database.url, ADMIN_PASSWORD: 'a quiet test in Pune', ...heap }
  const infrastructure = await openInfrastructure({
    config: readConfig(env, dataDir),
    log: openLog('silent'),
    roles: [],
    definitions: eventDefinitions,
    migrations: { ...moduleMigrations, ...projectionMigrations },
    onLockLost: () => undefined,
  })
  try {
    await writeLargeEvents(infrastructure.bulk.pool, log)
  } finally {
    await infrastructure.close()
  }
}, 360_000)

afterAll(async () => {
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

test('the shop catches up with events of the largest size that the API accepts', async () => {
  const shop = await startShopProcess(env)
  try {
    await eventually(async () => {
      if (shop.child.exitCode !== null) throw new Error(`the shop ended: ${shop.output()}`)
      expect(await behind()).toEqual([])
    }, 300_000)
  } finally {
    await shop.end('SIGTERM')
  }
}, 360_000)

test.each([
  ['replays', ['replay', '--all']],
  ['verifies', ['verify', '--all']],
  ['previews', ['replay', 'orders', '--dry-run']],
  ['copies', ['replay', 'orders', '--until', '600', '--into', 'orders_then']],
])(
  'an operator %s the read models of large events',
  async (_what, command) => {
    const { code, stdout, stderr } = await runOps(env, ...command)
    expect(`${stderr}${stdout}`).not.toContain('heap')
    expect(code).toBe(0)
  },
  360_000,
)

async function behind(): Promise<unknown[]> {
  const pool = openPool(database.url, 1)
  try {
    const { rows } = await pool.query<{ name: unknown }>(
      "select name, position from projection_checkpoints where slot = 'live' and position < (select position from log_head)",
    )
    return rows
  } finally {
    await pool.end()
  }
}
