import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import type { Middleware } from 'koa'
import { expect } from 'vitest'
import { join } from 'node:path'
import { readConfig } from '#core/config/config.ts'
import type { FreeBytes } from '#core/process/disk-space.ts'
import { newId } from '#core/domain/ids.ts'
import { openLog, silentLog } from '#core/telemetry/log.ts'
import { allRoles, type ShopRole } from '#modules/shop/roles.ts'
import type { LoginResponse } from '#modules/identity/schema.ts'
import { startShop, type Shop, type ShopOptions } from '#modules/shop/start/shop.ts'
import { eventually } from '../eventually.ts'
import { takePort } from '../browser/kept-port.ts'
import type { Site } from '../browser/visitors.ts'
import { openNamedEngines } from '../engines/named-engines.ts'
import { migratedDatabase } from '../postgres/migrated-database.ts'
import { apiCaller, signUpWith, type Caller } from './api-caller.ts'
import { startedDatabase } from './started-database.ts'

export type TestShop = {
  shop: Shop
  url: string
  dataDir: string
  /** The URL of its event store, unless its events are in its database. */
  eventStoreUrl: string | undefined
  /** Every line that the shop has logged. */
  logLines: string[]
  /** Makes one call; reads its own writes by sending the newest position that it has seen. */
  call: Caller
  /** Creates an account with a unique name. */
  signUp(prefix?: string): Promise<LoginResponse>
  /** Resolves when every read model, except failed ones, has caught up with the log, so that all clients see it. */
  settled: () => Promise<void>
  /** The token of the first ADMIN. */
  adminToken: string
  close(): Promise<void>
}

export const adminPassword = 'a shop that is only tested'

/** Shorter than the timeout of a hook, so that the error names what is missing. */
const readyWithinMs = 50_000
const settlesWithinMs = 30_000
/** Most read models have caught up by then; it is lost on a failed one. */
const promptMs = 300

/**
 * The real shop for browser tests. Test and browser do not know each other's positions, so each call waits until it can see
 * the browser's writes, and then until the browser can see its own.
 */
export async function openShopForBrowser(env: Record<string, string> = {}): Promise<TestShop & Site> {
  const engines = await openNamedEngines({ log: !Object.hasOwn(env, 'EVENTSTORE_URL') })
  const { port, isKept, giveBack } = await takePort()
  const shop = await openTestShop({ ...engines.env, PORT: String(port), ...env })
  const call: Caller = async (...request) => {
    await shop.settled()
    const answer = await shop.call(...request)
    if (answer.headers.has('X-Event-Position')) await shop.settled()
    return answer
  }
  return {
    ...shop,
    keepsAddress: isKept,
    call,
    signUp: (prefix) => signUpWith(call, prefix),
    async close() {
      await shop.close()
      giveBack()
      await engines.close()
    },
  }
}

type Opening = {
  /** The readiness checks that need not pass yet. */
  isReadyWithout?: string | readonly string[]
  /** The roles of this process; by default all. */
  roles?: readonly ShopRole[]
  /** The free space on the disk of an embedded database. */
  freeBytes?: FreeBytes
  watchBudgets?: ShopOptions['watchBudgets']
  /** The size of the pool, if not that of the other tests. */
  maxConnections?: number
}

/**
 * Each connection costs Postgres about 10 ms of processor time. `npm run test:fast` builds no storefront, so its shops
 * serve the API alone. None of them stops with a request in transit.
 */
const ofTests = {
  maxConnections: 6,
  lingerMs: 0,
  ...(process.env['TEST_WITHOUT_PAGES'] === 'true' && { openPages: async () => () => withoutPages }),
}

const withoutPages: Middleware = (ctx, next) => {
  ctx.status = 404
  return next()
}

/** The settings that neither change what a start stores nor name an engine. */
const unrelatedToStart = new Set(['PORT', 'HOST', 'PUBLIC_URL', 'BUDGET_SCALE', 'TRUSTED_PROXIES', 'CORS_ORIGINS'])

function testConfig(env: Record<string, string>, dataDir: string) {
  const settings = { DATA_DIR: dataDir, PORT: '0', SEED: 'none', BUDGET_SCALE: '0', ADMIN_PASSWORD: adminPassword }
  return readConfig({ ...settings, ...env }, dataDir)
}

/** Stops the shop once everything that its start stores is in the read models. */
async function startOnce(databaseUrl: string, dataDir: string): Promise<void> {
  const config = testConfig({ DATABASE_URL: databaseUrl }, dataDir)
  const shop = await startShop({ config, roles: allRoles, log: silentLog, ...ofTests })
  const head = await shop.infrastructure.store.head()
  await eventually(() => expect(shop.positions.behind(head)).toEqual([]), settlesWithinMs)
  await shop.stop()
}

/** The real shop in this process, on a database of its own, without the demo catalogue. */
export async function openTestShop(
  env: Record<string, string> = {},
  { isReadyWithout = [], roles = allRoles, ...watched }: Opening = {},
): Promise<TestShop> {
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-test-'))
  const canCopyStarted = roles === allRoles && Object.keys(env).every((name) => unrelatedToStart.has(name))
  const database = await (canCopyStarted ? startedDatabase(dataDir, startOnce) : migratedDatabase())
  const config = testConfig({ DATABASE_URL: database.url, ...env }, dataDir)
  const logLines: string[] = []
  const log = openLog('info', { write: (line) => void logLines.push(line) })
  const shop = await startShop({ config, roles, log, ...ofTests, ...watched })
  const url = `http://127.0.0.1:${shop.port}`
  const call = apiCaller(url)
  await eventually(async () => {
    const { status, text, body } = await call('GET', '/health/ready')
    const missing: { name: string }[] = body?.missing ?? []
    const isReady = status === 200 || (status === 503 && missing.every(({ name }) => isReadyWithout.includes(name)))
    if (!isReady) throw new Error(text)
  }, readyWithinMs)
  const login = await call('POST', '/api/auth/authenticate', { body: { username: 'admin', password: adminPassword } })
  const adminToken: string = login.body.accessToken
  return {
    shop,
    url,
    dataDir,
    eventStoreUrl: env['EVENTSTORE_URL'],
    logLines,
    call,
    async settled() {
      const head = await shop.infrastructure.store.head()
      // Ends their idle delays, as a query does that waits for them.
      await Promise.all(shop.positions.behind(head).map((name) => shop.positions.waitFor(name, head, promptMs)))
      await eventually(async () => {
        const behind = shop.positions.behind(head)
        if (behind.length === 0) return
        const { body } = await call('GET', '/api/ops/projections', { token: adminToken })
        const all: { name: string; status: string }[] = body.projections
        const awaited = all.filter(({ name, status }) => behind.includes(name) && status !== 'failed')
        if (awaited.length > 0) throw new Error(`behind ${head}: ${awaited.map(({ name }) => name).join(', ')}`)
      }, settlesWithinMs)
    },
    adminToken,
    signUp: (prefix) => signUpWith(call, prefix),
    async close() {
      await shop.stop()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** A product as an admin enters it. */
export const monitor = {
  title: 'Aarogya VM-12 Patient Monitor',
  company: 'Aarogya Meditech',
  price: 84500.5,
  qty: 12,
  lookupType: 'Equipment',
  brand: 'Aarogya',
  featureDescription: 'Screen: 12.1 in\nWeight: 4.2 kg',
  description: 'Bedside monitor for ECG, SpO2, NIBP and temperature.',
  posttype: 'icu-equipments',
  logoUrl: '/images/devices/patient-monitor.svg',
}

/** Adds variants of the monitor; resolves to the API's answers once all read models show them. */
export async function addProducts(
  shop: TestShop,
  differences: readonly Partial<typeof monitor>[],
): Promise<(typeof monitor & { id: string; createDate: string })[]> {
  const added = []
  const call = apiCaller(shop.url)
  for (const difference of differences) {
    const answer = await call('POST', '/api/products', {
      token: shop.adminToken,
      body: { ...monitor, ...difference },
    })
    if (answer.status !== 201) throw new Error(`adding a product failed: ${answer.text}`)
    added.push(answer.body)
  }
  await shop.settled()
  return added
}

type Orderable = { id: string; title: string; price: number; company: string; brand: string }

/** The order payload of the specification, with a quantity of each product. */
export function orderFor(lines: readonly (readonly [Orderable, number])[], changes: Record<string, unknown> = {}) {
  const items = lines.map(([{ id, title, price, company, brand }, quantity]) => ({
    id,
    title,
    quantity,
    price,
    company,
    brand,
  }))
  return {
    orderId: `ORD${String(Math.trunc(Number.parseInt(newId().slice(-8), 16) % 100_000_000)).padStart(8, '0')}`,
    items,
    shipping: {
      name: 'Asha Rao',
      email: '9820012345',
      address: '12 MG Road',
      city: 'Pune',
      state: 'Maharashtra',
      zipCode: '411001',
    },
    payment: { method: 'cod', status: 'pending' },
    totalAmount: items.reduce((total, { price, quantity }) => total + price * quantity, 0),
    status: 'received',
    date: '2026-11-20T09:30:00.000Z',
    ...changes,
  }
}
