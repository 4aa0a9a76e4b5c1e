import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#core/config/config.ts'
import { silentLog } from '#core/telemetry/log.ts'
import { eventually } from '#test/support/eventually.ts'
import { freshDatabase } from '#test/support/postgres/postgres.ts'
import { freePort } from '#test/support/engines/programs.ts'
import { startShop, type Shop } from '#modules/shop/start/shop.ts'

let dataDir: string
let database: Awaited<ReturnType<typeof freshDatabase>>
let shop: Shop
let url: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'shop-health-'))
  database = await freshDatabase()
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  const env = { DATA_DIR: dataDir, DATABASE_URL: database.url, HEALTH_PORT: String(port), SEED: 'none' }
  shop = await startShop({ config: readConfig(env, dataDir), roles: ['projections'], log: silentLog })
})

afterAll(async () => {
  await shop.stop()
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

test('a process without the API serves its health and its metrics, and nothing else', async () => {
  expect((await fetch(`${url}/health/live`)).status).toBe(200)
  await eventually(async () => expect((await fetch(`${url}/health/ready`)).status).toBe(200))
  expect(await (await fetch(`${url}/metrics`)).text()).toContain('shop_projection_lag_events')
  for (const path of ['/api/products', '/api/docs', '/']) expect((await fetch(url + path)).status).toBe(404)
})
