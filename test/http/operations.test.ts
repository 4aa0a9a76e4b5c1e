import { afterAll, beforeAll, expect, test } from 'vitest'
import { silentLog } from '#core/telemetry/log.ts'
import { createLeases } from '#core/projections/follow/leases.ts'
import { verifyKey } from '#core/projections/rebuild/scratch.ts'
import { eventually } from '../support/eventually.ts'
import { plantFaultyEvent } from '../support/event-store/faulty-event.ts'
import { addProducts, monitor, openTestShop, orderFor, type TestShop } from '../support/shop/shop.ts'
import { leaveStoppedReplay } from '../support/projections/stopped-replay.ts'

let shop: TestShop
let ordered: string

beforeAll(async () => {
  shop = await openTestShop()
  const [product] = await addProducts(shop, [monitor])
  if (product === undefined) throw new Error('no product')
  const { accessToken: token } = await shop.signUp()
  const answer = await shop.call('POST', '/api/orders', { token, body: orderFor([[product, 2]]) })
  ordered = answer.body.orderId
})
afterAll(() => shop.close())

const ask = (method: string, path: string, body?: unknown) =>
  shop.call(method, `/api/ops/${path}`, { token: shop.adminToken, ...(body === undefined ? {} : { body }) })

const projection = async (name: string) =>
  (await ask('GET', 'projections')).body.projections.find((one: { name: string }) => one.name === name)

const newest = async (name: string) => (await ask('GET', `history?name=${name}`)).body.content[0]

const named = (all: readonly { name: string }[]) => all.map(({ name }) => name).toSorted()

const change = (statement: string) => shop.shop.infrastructure.database.pool.query(statement)

test('orders are counted over one connection, however many requests arrive at once', async () => {
  await shop.settled()
  const holder = await shop.shop.infrastructure.bulk.pool.connect()
  const waiting = async () => {
    const { rowCount } = await holder.query(`
      select from pg_locks where relation = 'read_orders.orders_totals'::regclass and not granted`)
    return rowCount ?? 0
  }
  await holder.query('begin; lock table read_orders.orders_totals in access exclusive mode')
  const asking = Array.from({ length: 15 }, () => fetch(`${shop.url}/api/public/numberOfOrders`))
  try {
    await eventually(async () => expect(await waiting()).toBeGreaterThan(0))
    await shop.call('GET', '/health/live')
    expect(await waiting()).toBeLessThan(2)
  } finally {
    await holder.query('rollback')
    holder.release()
    await Promise.all(asking)
  }
})

test('a replay requested by an admin is run, and recorded with who requested it', async () => {
  expect((await ask('POST', 'projections/orders/replay')).status).toBe(202)
  await eventually(async () =>
    expect(await newest('orders')).toMatchObject({
      type: 'ProjectionReplayed',
      by: { name: 'Administrator', role: 'ADMIN' },
      data: { projection: 'orders', outcome: 'done', position: expect.any(Number), pauseMs: expect.any(Number) },
    }),
  )
  await eventually(async () =>
    expect(await projection('orders')).toMatchObject({ status: 'live', previous: { version: 6 }, lagSeconds: 0 }),
  )
})

test('a stopped replay is resumed, once', async () => {
  expect((await ask('POST', 'projections/orders/resume')).status).toBe(409)
  await leaveStoppedReplay(shop, 'orders')
  expect(await projection('orders')).toMatchObject({ status: 'live', unfinished: { status: 'stopped' } })
  const before = await newest('orders')
  expect((await ask('POST', 'projections/orders/resume')).status).toBe(202)
  await eventually(async () => expect((await newest('orders')).position).toBeGreaterThan(before.position))
  expect(await newest('orders')).toMatchObject({ type: 'ProjectionReplayed', data: { outcome: 'done' } })
  expect(await projection('orders')).toEqual(expect.not.objectContaining({ unfinished: expect.anything() }))
  expect((await ask('POST', 'projections/orders/resume')).status).toBe(409)
})

test('a row changed by hand is found, shown by a dry run, and repaired by a rollback to a whole build', async () => {
  await change(`update read_orders.orders set status = 'delivered' where order_id = '${ordered}'`)
  expect((await ask('POST', 'projections/orders/verify')).status).toBe(202)
  await eventually(async () =>
    expect(await newest('orders')).toMatchObject({
      type: 'ProjectionVerified',
      data: {
        outcome: 'done',
        missing: 0,
        extra: 0,
        different: 3,
        keys: [ordered, 'total of "delivered"', 'total of "received"'],
      },
    }),
  )
  expect((await ask('POST', 'projections/orders/dry-run')).status).toBe(202)
  await eventually(async () =>
    expect(await newest('orders')).toMatchObject({
      type: 'ProjectionReplayRehearsed',
      data: { added: 0, removed: 0, changed: 1, samples: [{ key: ordered, kind: 'changed', fields: ['status'] }] },
    }),
  )
  const rollback = await ask('POST', 'projections/orders/rollback')
  expect(rollback.body).toMatchObject({ name: 'orders' })
  expect(rollback.headers.get('X-Event-Position')).toBe(String((await newest('orders')).position))
  await eventually(async () => expect(await projection('orders')).toMatchObject({ status: 'live', lag: 0 }))
  const { body } = await shop.call('GET', `/api/orders?text=${ordered}`, { token: shop.adminToken })
  expect(body.content).toMatchObject([{ orderId: ordered, status: 'received' }])
})

test('a comparison is started, or refused while another runs: what was answered with 202 is in the history', async () => {
  const steps = ['verify', 'dry-run', 'verify', 'dry-run']
  const before = (await ask('GET', 'history?name=carts')).body.content.length
  const { db } = shop.shop.infrastructure.database
  const lease = await createLeases({ db, log: silentLog }).tryTake(verifyKey('carts'))
  const refused = await Promise.all(steps.map((step) => ask('POST', `projections/carts/${step}`)))
  await lease?.release()
  for (const { status, body } of refused)
    expect([status, body.detail]).toEqual([409, expect.stringContaining('already')])
  const answers = await Promise.all(steps.map((step) => ask('POST', `projections/carts/${step}`)))
  const begun = answers.filter(({ status }) => status === 202).length
  expect(begun).toBeGreaterThan(0)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(steps.length - begun)
  await eventually(async () =>
    expect((await ask('GET', 'history?name=carts')).body.content).toHaveLength(before + begun),
  )
})

test('a replay of everything sends no mail and runs no reactor again', async () => {
  const sent = async () => (await ask('GET', 'jobs?size=100')).body
  await eventually(async () => expect((await sent()).counts).toMatchObject({ done: 2 }))
  const before = await sent()
  const { reactors, projections } = (await ask('GET', 'projections')).body
  for (const { name } of projections) {
    expect((await ask('POST', `projections/${name}/replay`)).status).toBe(202)
    await eventually(async () => expect(await newest(name)).toMatchObject({ type: 'ProjectionReplayed' }))
  }
  expect(await sent()).toEqual(before)
  const after = (await ask('GET', 'projections')).body.reactors
  for (const { name, position } of reactors) {
    expect(after.find((one: { name: string }) => one.name === name).position).toBeGreaterThanOrEqual(position)
  }
})

test('an impossible action is refused with the reason, and not recorded', async () => {
  const before = (await ask('GET', 'history')).body.content.length
  for (const step of ['replay', 'resume', 'verify', 'dry-run', 'rollback', 'retry'])
    expect((await ask('POST', `projections/nobody/${step}`)).status).toBe(404)
  const skip = await ask('POST', 'projections/orders/skip', { position: 1, reason: 'because' })
  expect([skip.status, skip.body.detail]).toEqual([409, expect.stringContaining('has not failed at position 1')])
  expect((await ask('POST', 'projections/orders/skip', { position: 1, reason: '' })).status).toBe(400)
  expect((await ask('POST', 'projections/orders/retry')).body).toEqual({ name: 'orders', retried: false })
  expect((await ask('GET', 'history')).body.content).toHaveLength(before)
})

test('an event that a read model has failed at is skipped with a reason, and by every replay', async () => {
  const position = await plantFaultyEvent(shop)
  await eventually(async () => {
    expect(await projection('orders')).toMatchObject({ status: 'failed', error: { event: { position } } })
    expect(await projection('event-log')).toMatchObject({ status: 'failed' })
  })
  expect(await projection('product-list')).toMatchObject({ status: 'live' })
  const { reactors, projections } = (await ask('GET', 'projections')).body
  const failed = [...projections, ...reactors].filter((one: { error?: unknown }) => one.error !== undefined)
  for (const { name } of failed) {
    const skip = { position, reason: 'planted by a test' }
    const { status, headers } = await ask('POST', `projections/${name}/skip`, skip)
    expect(status).toBe(200)
    const record = await newest(name)
    expect(record).toMatchObject({ type: 'ProjectionEventSkipped', data: { ...skip, projection: name } })
    expect(headers.get('X-Event-Position')).toBe(String(record.position))
  }
  await eventually(async () => expect(await projection('orders')).toMatchObject({ status: 'live', lag: 0 }), 60_000)
  await ask('POST', 'projections/orders/replay')
  await eventually(async () =>
    expect(await newest('orders')).toMatchObject({ type: 'ProjectionReplayed', data: { outcome: 'done' } }),
  )
})

test('the flow names every read model and reactor, the streams it reads and what it writes', async () => {
  const { streams, subscriptions } = (await ask('GET', 'flow')).body
  const { projections, reactors } = (await ask('GET', 'projections')).body
  expect(named(subscriptions)).toEqual(named([...projections, ...reactors]))
  const categories = new Set(streams.map(({ category }: { category: string }) => category))
  for (const { reads } of subscriptions) {
    expect(reads).not.toEqual([])
    expect(reads.filter((category: string) => !categories.has(category))).toEqual([])
  }
  expect(subscriptions).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: 'orders', reads: ['order'], writes: 'tables' }),
      expect.objectContaining({ name: 'product-search', writes: 'search index' }),
      expect.objectContaining({ name: 'mails', writes: 'mails' }),
      expect.objectContaining({ name: 'cart-check-out', reads: ['order'], writes: 'streams' }),
    ]),
  )
})

const rateOf = async (category: string) =>
  (await ask('GET', 'flow')).body.streams.find((one: { category: string }) => one.category === category)

test('the flow shows how many events a second a stream has got lately', async () => {
  expect(await rateOf('shop')).toMatchObject({ eventsPerSecond: expect.any(Number) })
  await addProducts(shop, [monitor])
  await eventually(async () => expect((await rateOf('product')).eventsPerSecond).toBeGreaterThan(0))
})

test('the newest replay, dry run and verification of each read model are its results', async () => {
  const { content } = (await ask('GET', 'results')).body
  const ofOrders = content.filter(({ data }: { data: { projection: string } }) => data.projection === 'orders')
  expect(ofOrders.map(({ type }: { type: string }) => type)).toEqual([
    'ProjectionReplayed',
    'ProjectionReplayRehearsed',
    'ProjectionVerified',
  ])
  const { content: history } = (await ask('GET', 'history?name=orders')).body
  for (const result of ofOrders)
    expect(history.find(({ type }: { type: string }) => type === result.type)).toEqual(result)
})

test('every engine reports whether it responds', async () => {
  const { engines } = (await ask('GET', 'engines')).body
  expect(engines.map(({ name, ok }: { name: string; ok: boolean }) => [name, ok])).toEqual([
    ['database', true],
    ['event store', true],
    ['search index', true],
    ['jobs', true],
  ])
})
