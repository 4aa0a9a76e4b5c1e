import { sql } from 'kysely'
import { Type } from 'typebox'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { openDatabase, type Database } from '#core/database/database.ts'
import { migrate } from '#core/database/migrate.ts'
import { createIdempotency, idempotencyMigrations, type Idempotency } from '#core/http/idempotency/idempotency.ts'
import {
  adminOnly,
  defineRoute,
  loggedIn,
  type Reply,
  type Route,
  type RouteRequest,
} from '#core/http/routing/route.ts'
import { newId } from '#core/domain/ids.ts'
import { silentLog } from '#core/telemetry/log.ts'
import { freshDatabase, type FreshDatabase } from '#test/support/postgres/postgres.ts'
import { call, openKit, userAccount, type Answer, type Kit } from './kit.ts'

const Order = Type.Object({ text: Type.String(), orderId: Type.Optional(Type.String()) })

type Run = Pick<RouteRequest<unknown, unknown, unknown>, 'commandId' | 'isRetry'>
type Sent = { key?: string; body?: unknown; path?: string; by?: string; at?: Kit }

/**
 * Two processes of a shop with idempotent calls, on one database. Registers the hooks that open and close them, and
 * that start each test without keys.
 */
export function idempotencyStage() {
  const calls = recordedCalls()
  const idempotencies: Idempotency[] = []
  let fresh: FreshDatabase
  let database: Database
  let kit: Kit
  let other: Kit

  function openProcess(fill = 7): Promise<Kit> {
    const idempotency = createIdempotency({
      pool: database.pool,
      sealingKey: new Uint8Array(32).fill(fill),
      newId,
      log: silentLog,
      sharesLogWithEvents: true,
    })
    idempotencies.push(idempotency)
    return openKit(calls.routes, { idempotency })
  }

  const settled = () => Promise.all(idempotencies.map((one) => one.flush()))

  async function order({ key, body = { text: 'a' }, path = '/api/orders', by = userAccount.id, at = kit }: Sent = {}) {
    const headers: Record<string, string> = key === undefined ? {} : { 'Idempotency-Key': key }
    return call(at, `POST ${path}`, { body, token: await at.tokenOf(by), headers })
  }

  /** The final response of another process: until the first process has stored its response, it responds with 409. */
  async function orderElsewhere(sent: Sent): Promise<Answer> {
    const answer = await order({ ...sent, at: other })
    return answer.status === 409 ? orderElsewhere(sent) : answer
  }

  /** As if this much time had passed for every record. */
  async function pass(interval: string): Promise<void> {
    await settled()
    await sql`update idempotency_keys set lease_until = lease_until - ${interval}::interval, expires_at = expires_at - ${interval}::interval`.execute(
      database.db,
    )
  }

  beforeAll(async () => {
    fresh = await freshDatabase()
    database = openDatabase(fresh.url, { applicationName: 'shop test' })
    await migrate(database.db, idempotencyMigrations)
    kit = await openProcess()
    other = await openProcess()
  })
  afterAll(async () => {
    await Promise.all([kit.stop(), other.stop()])
    await database.close()
    await fresh.drop()
  })
  beforeEach(() => calls.reset())
  afterEach(async () => {
    await settled()
    await sql`truncate idempotency_keys`.execute(database.db)
  })

  return {
    ...calls,
    openProcess,
    settled,
    order,
    orderElsewhere,
    pass,
    get database() {
      return database
    },
    get kit() {
      return kit
    },
    get other() {
      return other
    },
  }
}

/** Idempotent routes, every run of their handler, and what the next ones do. */
function recordedCalls() {
  const runs: Run[] = []
  const script: { answer: () => Promise<Reply> | Reply } = { answer: () => ({ status: 200 }) }

  function route(changes: Partial<Route>): Route {
    return {
      ...defineRoute({
        method: 'POST',
        path: '/api/orders',
        tag: 'Orders',
        summary: 'Order',
        access: loggedIn,
        body: Order,
        responses: { 201: Type.Unknown() },
        idempotent: { businessKey: ({ orderId }) => orderId },
        handle({ commandId, isRetry }) {
          runs.push({ commandId, isRetry })
          return script.answer()
        },
      }),
      ...changes,
    }
  }

  function reset(): void {
    let count = 0
    runs.length = 0
    script.answer = () => {
      count += 1
      return { status: 201, body: { orderId: `ORD${count}`, text: 'ñ' }, position: 40 + count, revision: 0 }
    }
  }

  const routes = [
    route({ also: ['/api/book'] }),
    route({ path: '/api/requests', idempotent: {} }),
    route({ path: '/api/things/{id}', params: Type.Object({ id: Type.String() }), access: adminOnly, idempotent: {} }),
  ]
  const retries = () => runs.map(({ isRetry }) => isRetry)
  const commandIds = () => new Set(runs.map(({ commandId }) => commandId)).size
  return { routes, runs, script, reset, retries, commandIds }
}
