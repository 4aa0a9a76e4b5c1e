import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, type Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { LoginResponse } from '#modules/identity/schema.ts'
import { eventually } from '../support/eventually.ts'
import { freshDatabase, openPool, type FreshDatabase } from '../support/postgres/postgres.ts'
import { startShopProcess, type ShopProcess } from '../support/shop/shop-process.ts'
import { apiCaller, signUpWith, type Answer } from '../support/shop/api-caller.ts'
import { adminPassword, monitor, orderFor } from '../support/shop/shop.ts'

type Order = ReturnType<typeof orderFor>

let database: FreshDatabase
let pool: Pool
let dataDir: string
let shop: ShopProcess
let product: typeof monitor & { id: string }
let buyer: LoginResponse

const start = () =>
  startShopProcess({ DATABASE_URL: database.url, DATA_DIR: dataDir, SEED: 'none', ADMIN_PASSWORD: adminPassword })

beforeAll(async () => {
  database = await freshDatabase()
  pool = openPool(database.url, 2)
  dataDir = await mkdtemp(join(tmpdir(), 'shop-stopped-'))
  shop = await start()
  const call = apiCaller(shop.url)
  const login = await call('POST', '/api/auth/authenticate', { body: { username: 'admin', password: adminPassword } })
  const added = await call('POST', '/api/products', { token: login.body.accessToken, body: monitor })
  product = (await call('GET', `/api/products/${added.body.id}`)).body
  buyer = await signUpWith(call)
}, 540_000)
afterAll(async () => {
  await shop?.end('SIGKILL')
  await pool?.end()
  await database?.drop()
  await rm(dataDir, { recursive: true, force: true })
})

describe('a shop that is stopped while it takes orders', () => {
  const taken: Order[] = []

  test.each(['SIGTERM', 'SIGINT'] as const)(
    'by %s, and then once more, answers all of them, exits with 0, and has what it accepted once',
    { timeout: 120_000 },
    async (signal) => {
      const orders = Array.from({ length: 8 }, () => orderFor([[product, 1]]))
      taken.push(...orders)
      const release = await holdLog()
      const answered = Promise.all(orders.map(placing(shop.url)))
      await eventually(async () => expect(await received()).toBe(taken.length))
      shop.child.kill(signal)
      await eventually(() => expect(fetch(`${shop.url}/health/live`)).rejects.toThrow('fetch failed'))
      const ended = shop.end('SIGTERM')
      await release()
      const answers = await answered
      for (const { status } of answers) expect([201, 503]).toContain(status)
      expect(await ended).toBe(0)
      await eventually(() => expect(shop.output()).toMatch(/The shop has stopped\.\n$/))

      shop = await start()
      const again = await Promise.all(orders.map(placing(shop.url)))
      expect(again.map(({ status }) => status)).toEqual(orders.map(() => 201))
      const first = answers.map(({ status, text }, i) => (status === 201 ? text : again[i]?.text))
      expect(again.map(({ text }) => text)).toEqual(first)
      const { rows } = await pool.query(`select data->>'orderId' as "orderId" from events where type = 'OrderPlaced'`)
      expect(rows).toHaveLength(taken.length)
      expect(idsOf(rows)).toEqual(idsOf(taken))
    },
  )
})

const idsOf = (orders: readonly Pick<Order, 'orderId'>[]) => new Set(orders.map(({ orderId }) => orderId))

function placing(url: string): (body: Order) => Promise<Answer> {
  const call = apiCaller(url)
  const { accessToken: token } = buyer
  return (body) => call('POST', '/api/orders', { token, headers: { 'Idempotency-Key': body.orderId }, body })
}

/** Blocks the write of every order until the returned function is called or the test has ended. */
async function holdLog(): Promise<() => Promise<unknown>> {
  const holder = new Client({ connectionString: database.url })
  await holder.connect()
  onTestFinished(() => holder.end())
  await holder.query('begin')
  await holder.query('select from log_head for update')
  return () => holder.query('rollback')
}

/** How many orders the shop has begun to process. */
async function received(): Promise<number> {
  const { rows } = await pool.query<{ count: string }>('select count(*) from idempotency_keys')
  return Number(rows[0]?.count)
}
