import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeEvents } from '../bench/replay/events.ts'
import { eventually } from '../support/eventually.ts'
import { runOps } from '../support/shop/ops-process.ts'
import { freshDatabase, type FreshDatabase } from '../support/postgres/postgres.ts'
import { startShopProcess, type ShopProcess } from '../support/shop/shop-process.ts'
import { openStoppedShop } from '../support/shop/stopped-shop.ts'
import { apiCaller } from '../support/shop/api-caller.ts'

const admin = { username: 'admin', password: 'a shop that is only tested' }

let database: FreshDatabase
let client: Client
let env: Record<string, string> & { DATA_DIR: string }
let shop: ShopProcess | undefined
let placed: number

beforeAll(async () => {
  database = await freshDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-exporting-'))
  env = { DATA_DIR: dataDir, DATABASE_URL: database.url, SEED: 'none', ADMIN_PASSWORD: admin.password }
  const infrastructure = await openStoppedShop(env)
  await writeEvents(infrastructure.bulk.pool, 3_000)
  await infrastructure.close()
  client = new Client({ connectionString: database.url })
  await client.connect()
  const { rows } = await client.query(`select count(*) from events where stream like 'order-%'`)
  placed = Number(rows[0].count)
})
afterAll(async () => {
  await shop?.end('SIGTERM')
  await client.end()
  await database.drop()
  await rm(env.DATA_DIR, { recursive: true, force: true })
})

/** A shop that has just started, for its admin; reads the requested exports. */
async function open() {
  shop = await startShopProcess(env)
  const call = apiCaller(shop.url)
  const { body } = await call('POST', '/api/auth/authenticate', { body: admin })
  const token: string = body.accessToken
  return {
    ask: async (): Promise<string> => {
      const wanted = { format: 'ndjson', category: 'order' }
      return (await call('POST', '/api/audit/exports', { token, body: wanted })).body.id
    },
    get: (path: string) => call('GET', `/api/audit/exports/${path}`, { token }),
  }
}

async function untilHeldBack(): Promise<number> {
  let pid = 0
  await eventually(async () => {
    const { rows } = await client.query(
      `select pid from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`,
    )
    pid = rows[0]?.pid ?? 0
    expect(pid).toBeGreaterThan(0)
  })
  return pid
}

/** So that the test does not wait half a minute. */
const leaseRunsOut = (id: string) => client.query('update audit_exports set leased_until = now() where id = $1', [id])

test('an export whose process is killed midway is created again, whole, or fails after three attempts with a remedy', async () => {
  const first = await open()
  await client.query(`
    create function hold_back() returns trigger language plpgsql as 'begin perform pg_sleep(60); return new; end';
    create trigger held before insert on audit_export_parts for each row when (new.part = 2) execute function hold_back()`)
  const id = await first.ask()
  const pid = await untilHeldBack()
  await shop?.end('SIGKILL')
  await client.query('select pg_terminate_backend($1)', [pid])
  await client.query('drop trigger held on audit_export_parts')
  await leaseRunsOut(id)

  const second = await open()
  await eventually(async () => expect((await second.get(id)).body).toMatchObject({ status: 'done', events: placed }))
  const { text } = await second.get(`${id}/file`)
  const file = join(env.DATA_DIR, 'export.ndjson')
  await writeFile(file, text)
  expect(await runOps(env, 'verify-export', file)).toMatchObject({ code: 0 })

  const spent = await second.ask()
  await eventually(async () => expect((await second.get(spent)).body.status).toBe('done'))
  await client.query(`update audit_exports set status = 'running', attempts = 3, finished_at = null where id = $1`, [
    spent,
  ])
  await leaseRunsOut(spent)
  await eventually(async () =>
    expect((await second.get(spent)).body).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('Request it again'),
    }),
  )
  expect(await second.get(`${spent}/file`)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('request it again') },
  })
}, 360_000)
