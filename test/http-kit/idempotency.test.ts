import { sql } from 'kysely'
import { Type } from 'typebox'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase, type Database } from '#core/database/database.ts'
import { migrate } from '#core/database/migrate.ts'
import { EngineUnavailable, Rejection } from '#core/domain/errors.ts'
import { idempotencyStore } from '#core/http/idempotency/store.ts'
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
import { adminAccount, call, openKit, staffAccount, userAccount, type Kit } from './kit.ts'

const Order = Type.Object({ text: Type.String(), orderId: Type.Optional(Type.String()) })

/** Every run of the handler, and what the next ones do. */
const runs: Pick<RouteRequest<unknown, unknown, unknown>, 'commandId' | 'isRetry'>[] = []
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

const routes = [
  route({ also: ['/api/book'] }),
  route({ path: '/api/requests', idempotent: {} }),
  route({ path: '/api/things/{id}', params: Type.Object({ id: Type.String() }), access: adminOnly, idempotent: {} }),
]

let fresh: FreshDatabase
let database: Database
let kit: Kit
let other: Kit

const idempotencies: Idempotency[] = []

/** A process of the shop on the same database. */
function openProcess(fill = 7): Promise<Kit> {
  const idempotency = createIdempotency({
    pool: database.pool,
    sealingKey: new Uint8Array(32).fill(fill),
    newId,
    log: silentLog,
    sharesLogWithEvents: true,
  })
  idempotencies.push(idempotency)
  return openKit(routes, { idempotency })
}

const settled = () => Promise.all(idempotencies.map((one) => one.flush()))

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

let count = 0
beforeEach(() => {
  runs.length = 0
  count = 0
  script.answer = () => {
    count += 1
    return { status: 201, body: { orderId: `ORD${count}`, text: 'ñ' }, position: 40 + count, revision: 0 }
  }
})
afterEach(async () => {
  await settled()
  await sql`truncate idempotency_keys`.execute(database.db)
})

type Sent = { key?: string; body?: unknown; path?: string; by?: string; at?: Kit }

async function order({ key, body = { text: 'a' }, path = '/api/orders', by = userAccount.id, at = kit }: Sent = {}) {
  const headers: Record<string, string> = key === undefined ? {} : { 'Idempotency-Key': key }
  return call(at, `POST ${path}`, { body, token: await at.tokenOf(by), headers })
}

/** The final response of another process: until the first process has stored its response, it responds with 409. */
const orderElsewhere = (sent: Sent): ReturnType<typeof order> =>
  order({ ...sent, at: other }).then((answer) => (answer.status === 409 ? orderElsewhere(sent) : answer))

const retries = () => runs.map(({ isRetry }) => isRetry)
const commandIds = () => new Set(runs.map(({ commandId }) => commandId)).size
/** As if this much time had passed for every record. */
async function pass(interval: string): Promise<void> {
  await settled()
  await sql`update idempotency_keys set lease_until = lease_until - ${interval}::interval, expires_at = expires_at - ${interval}::interval`.execute(
    database.db,
  )
}
const outage = () => new EngineUnavailable('event store', { outcome: 'unknown' })

describe('the same key', () => {
  test('and body get the first response again, byte for byte, with its headers, in every process', async () => {
    const first = await order({ key: 'k1' })
    expect(first).toMatchObject({ status: 201, body: { orderId: 'ORD1' } })
    for (const at of [kit, other]) {
      const again = await order({ key: 'k1', at })
      expect([again.status, again.text]).toEqual([first.status, first.text])
      for (const name of ['ETag', 'X-Event-Position', 'Content-Type', 'Cache-Control']) {
        expect(again.headers.get(name)).toBe(first.headers.get(name))
      }
      expect(again.headers.get('X-Request-Id')).not.toBe(first.headers.get('X-Request-Id'))
    }
    expect(runs).toHaveLength(1)
  })

  test('works under every path of the call, and ignores fields without meaning', async () => {
    await order({ key: 'k1' })
    await order({ key: 'k1', path: '/api/book', body: { text: 'a', date: 'now' } })
    expect(runs).toHaveLength(1)
  })

  test('with another body is refused', async () => {
    await order({ key: 'k1' })
    const answer = await order({ key: 'k1', body: { text: 'b' } })
    expect(answer).toMatchObject({ status: 422, body: { title: 'Idempotency key reused' } })
    expect(runs).toHaveLength(1)
  })

  test('of another account, another call or another resource is another key', async () => {
    await order({ key: 'k1' })
    await order({ key: 'k1', by: staffAccount.id })
    await order({ key: 'k1', path: '/api/requests' })
    await order({ key: 'k1', path: '/api/things/1', by: adminAccount.id })
    await order({ key: 'k1', path: '/api/things/2', by: adminAccount.id })
    expect(runs).toHaveLength(5)
    expect(commandIds()).toBe(5)
  })

  test('while the first is running gets 409 at first, then its response', async () => {
    const { promise, resolve } = Promise.withResolvers<Reply>()
    script.answer = () => promise
    const first = order({ key: 'k1' })
    while (runs.length === 0) await new Promise(setImmediate)
    for (const at of [kit, other]) {
      const early = await order({ key: 'k1', at })
      expect([early.status, early.headers.get('Retry-After')]).toEqual([409, '1'])
    }
    expect((await order({ key: 'k1', body: { text: 'b' } })).status).toBe(422)
    resolve({ status: 201, body: 'done' })
    expect((await first).text).toBe('"done"')
    expect((await orderElsewhere({ key: 'k1' })).text).toBe('"done"')
    expect(runs).toHaveLength(1)
  })

  test('sent fifty times concurrently runs once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => order({ key: 'k1', at: index % 2 === 0 ? kit : other })),
    )
    expect(runs).toHaveLength(1)
    const statuses = new Set(answers.map(({ status }) => status))
    expect([...statuses].filter((status) => status !== 201 && status !== 409)).toEqual([])
    expect(new Set(answers.filter(({ status }) => status === 201).map(({ text }) => text)).size).toBe(1)
  })

  test('many concurrent keys all run', async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, (_, index) => order({ key: `k${index}` })))
    expect([new Set(answers.map(({ text }) => text)).size, commandIds()]).toEqual([60, 60])
  })

  test('is answered while its response is being stored, by this process at once, by the others a moment later', async () => {
    const first = await order({ key: 'k1' })
    const [here, there] = await Promise.all([order({ key: 'k1' }), orderElsewhere({ key: 'k1' })])
    expect([here.text, there.text]).toEqual([first.text, first.text])
    expect((await order({ key: 'k1', body: { text: 'b' } })).status).toBe(422)
  })

  test('expires after 72 hours', async () => {
    await order({ key: 'k1' })
    await pass('71 hours')
    await order({ key: 'k1' })
    expect(runs).toHaveLength(1)
    await pass('2 hours')
    await order({ key: 'k1', body: { text: 'b' } })
    expect(runs).toHaveLength(2)
    expect(commandIds()).toBe(2)
    expect(runs[1]?.isRetry).toBe(false)
  })

  test.each(['', ' ', 'a b', 'a\tb', 'x'.repeat(129), 'ключ'].map((key) => [key]))('is rejected as %j', async (key) => {
    const sent = Buffer.from(key).toString('latin1')
    expect((await order({ key: sent })).status).toBe(400)
    expect(runs).toHaveLength(0)
  })

  test('is optional: every request without one is a command of its own', async () => {
    await order()
    await order()
    expect(commandIds()).toBe(2)
  })
})

describe('a failure', () => {
  test('with an unknown outcome keeps the command id, under which the next try finds it', async () => {
    script.answer = () => Promise.reject(outage())
    expect((await order({ key: 'k1' })).status).toBe(503)
    expect((await order({ key: 'k1', body: { text: 'b' } })).status).toBe(422)
    script.answer = () => ({ status: 201, body: 'done' })
    expect((await order({ key: 'k1', at: other })).status).toBe(201)
    expect(retries()).toEqual([false, true])
    expect(commandIds()).toBe(1)
  })

  test('while the database is unavailable too is not mistaken for a running try once it is back', async () => {
    script.answer = async () => {
      await sql`alter table idempotency_keys rename to idempotency_keys_away`.execute(database.db)
      throw outage()
    }
    expect((await order({ key: 'k1' })).status).toBe(503)
    expect((await order({ key: 'k1' })).status).toBe(500)
    await sql`alter table idempotency_keys_away rename to idempotency_keys`.execute(database.db)
    script.answer = () => ({ status: 201, body: 'done' })
    expect((await order({ key: 'k1' })).status).toBe(201)
    expect(retries()).toEqual([false, true])
    expect(commandIds()).toBe(1)
  })

  test('that is stored late ends no other command that has taken over the key', async () => {
    const store = idempotencyStore(database.pool, { isDurable: true })
    const key = { scope: Buffer.from('k1'), bodyHash: Buffer.from('a') }
    const reserve = () => store.reserve({ ...key, commandId: newId() })
    const first = await reserve()
    if (first.kind !== 'turn') throw new Error('the key is new')
    await store.forget(first.turn)
    expect(await reserve()).toMatchObject({ kind: 'turn', turn: { attempt: 1 } })
    await store.forget(first.turn)
    await store.release(first.turn)
    expect(await reserve()).toMatchObject({ kind: 'running' })
  })

  test('of the process is taken over when its lease has expired, under the same id', async () => {
    const { promise, resolve } = Promise.withResolvers<Reply>()
    script.answer = () => promise
    const lost = order({ key: 'k1' })
    while (runs.length === 0) await new Promise(setImmediate)
    await pass('16 seconds')
    script.answer = () => ({ status: 201, body: 'by the second' })
    expect((await order({ key: 'k1', at: other })).status).toBe(201)
    expect(retries()).toEqual([false, true])
    expect(commandIds()).toBe(1)
    resolve({ status: 201, body: 'by the first, woken late' })
    await lost
    await settled()
    expect((await order({ key: 'k1' })).body).toBe('by the second')
  })

  test('that is a refusal leaves the key unused', async () => {
    script.answer = () => Promise.reject(new Rejection('conflict', 'The price is another now'))
    expect((await order({ key: 'k1' })).status).toBe(409)
    script.answer = () => ({ status: 201, body: 'done' })
    expect((await order({ key: 'k1', body: { text: 'with the new price' } })).status).toBe(201)
    expect(retries()).toEqual([false, false])
  })

  test('that is a refusal of a repetition keeps the key bound to its command', async () => {
    script.answer = () => Promise.reject(outage())
    await order({ key: 'k1' })
    script.answer = () => Promise.reject(new Rejection('conflict', 'Already there'))
    expect((await order({ key: 'k1' })).status).toBe(409)
    expect((await order({ key: 'k1', body: { text: 'b' } })).status).toBe(422)
    expect(commandIds()).toBe(1)
  })

  test('of the input does not use up the key', async () => {
    expect((await order({ key: 'k1', body: {} })).status).toBe(400)
    expect((await order({ key: 'k1' })).status).toBe(201)
  })
})

describe('an order’s own id', () => {
  const body = { text: 'a', orderId: 'ORD12345678' }

  test('works the same way without the header', async () => {
    const first = await order({ body })
    expect((await orderElsewhere({ body })).text).toBe(first.text)
    expect(runs).toHaveLength(1)
  })

  test('with another body, or of another buyer, is another order', async () => {
    await order({ body })
    expect((await order({ body: { ...body, text: 'b' } })).status).toBe(201)
    expect((await order({ body, by: staffAccount.id })).status).toBe(201)
    expect(commandIds()).toBe(3)
  })
})

describe('a stored response', () => {
  test('cannot be read from the table alone', async () => {
    await order({ key: 'marked-key', body: { text: 'marked-body', orderId: 'ORD12345678' } })
    await settled()
    const { rows } = await sql<{ row: string }>`
      select scope::text || body_hash::text || encode(answer, 'escape') || k::text as row from idempotency_keys k`.execute(
      database.db,
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.row).not.toMatch(/marked|ORD|asha/)
  })

  test('is run again under the same id if it was encrypted with a lost key', async () => {
    await order({ key: 'k1' })
    await settled()
    const rotated = await openProcess(8)
    expect((await order({ key: 'k1', at: rotated })).status).toBe(201)
    await rotated.stop()
    expect(commandIds()).toBe(1)
    expect(retries()).toEqual([false, true])
  })
})
