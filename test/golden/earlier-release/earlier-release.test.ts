import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '#test/support/eventually.ts'
import { freshDatabase, type FreshDatabase } from '#test/support/postgres/postgres.ts'
import { openTestShop, orderFor, type TestShop } from '#test/support/shop/shop.ts'
import { startSmtpServer, type SmtpServer } from '#test/support/engines/smtp-server.ts'

// The database of the release of 21 November 2026 (commit 09264c1) holds two orders, one of them in progress, a service
// request, a cart, four sent mails and a failed one, and a replay of product-list that was stopped halfway. It is a dump of
// the database alone, restored into an external one, and the test sets the secrets: the data folder of that release, its
// files of secrets and its outbox are not tested.

const Follower = Type.Object({
  name: Type.String(),
  version: Type.Integer(),
  status: Type.String(),
  unfinished: Type.Optional(Type.Object({ position: Type.Integer(), status: Type.String() })),
})
const Left = Type.Object({
  buyer: Type.String(),
  cart: Type.String(),
  firstOrder: Type.Object({ orderId: Type.String() }),
  answers: Type.Record(
    Type.String(),
    Type.Union([Type.Array(Type.Unknown()), Type.Record(Type.String(), Type.Unknown())]),
  ),
  projections: Type.Array(Follower),
  reactors: Type.Array(Follower),
})

const read = (file: string) => readFile(join(import.meta.dirname, file), 'utf8')
const left = Value.Parse(Left, JSON.parse(await read('answers.json')))

let database: FreshDatabase
let smtp: SmtpServer
let shop: TestShop
let buyerToken: string

beforeAll(async () => {
  database = await freshDatabase()
  const client = new Client({ connectionString: database.url })
  await client.connect()
  await client.query(await read('database.sql'))
  // Idempotency keys are kept for 72 hours, which have passed.
  await client.query(`update public.idempotency_keys set expires_at = now() + interval '1 hour'`)
  await client.end()
  smtp = await startSmtpServer()
  shop = await openTestShop({
    DATABASE_URL: database.url,
    SMTP_URL: smtp.url,
    PERSONAL_DATA_KEY: createHash('sha256').update('an earlier release').digest('base64'),
    JWT_SECRET: 'the secret of an earlier release, for tests',
  })
  const login = { username: left.buyer, password: 'a quiet morning in Pune' }
  buyerToken = (await shop.call('POST', '/api/auth/authenticate', { body: login })).body.accessToken
  await shop.settled()
})

afterAll(async () => {
  await shop.close()
  await smtp.close()
  await database.drop()
})

const asAdmin = (method: string, path: string, body?: unknown) =>
  shop.call(method, path, { token: shop.adminToken, body })

type Listed = { name: string; version: number; status: string; position?: unknown }

/** Without the read models and reactors that were added since, which are built once. */
const ofThatRelease = (all: readonly Listed[], known: readonly Listed[]) =>
  all.filter(({ name }) => known.some((one) => one.name === name))

test('rebuilds only the read models whose version was raised since', async () => {
  const { body } = await asAdmin('GET', '/api/ops/projections')
  const now = ofThatRelease(body.projections, left.projections)
  const raised = new Set(now.filter(({ name, version }) => version > versionThen(name)).map(({ name }) => name))
  const isUnchanged = ({ name }: Listed) => !raised.has(name)
  // The build of a raised version is recorded as an event, which all of them follow.
  const asLeft = ({ position, ...one }: Listed) => (raised.size === 0 ? { ...one, position } : one)
  expect(now.filter(isUnchanged)).toMatchObject(left.projections.filter(isUnchanged).map(asLeft))
  for (const { status } of now.filter(({ name }) => raised.has(name))) expect(status).toBe('live')
  expect(ofThatRelease(body.reactors, left.reactors)).toMatchObject(left.reactors.map(asLeft))
  const { rows } = await shop.shop.infrastructure.database.pool.query<{ schema_name: string }>(
    `select schema_name from information_schema.schemata where schema_name like '%\\_prev'`,
  )
  const replaced = rows.map(({ schema_name: schema }) => schema.replace(/^read_(.*)_prev$/, '$1').replaceAll('_', '-'))
  expect(replaced.filter((name) => !raised.has(name))).toEqual([])
})

function versionThen(name: string): number {
  return left.projections.find((one) => one.name === name)?.version ?? 0
}

test.each(Object.entries(left.answers))(
  'GET %s returns the same response as the earlier release',
  async (path, answer) => {
    const token = path === left.cart ? buyerToken : shop.adminToken
    expect((await shop.call('GET', path, { token })).body).toMatchObject(answer)
  },
)

test('an order repeated under its key returns the original, and only a new order is mailed', async () => {
  const headers = { 'Idempotency-Key': 'first-order' }
  const again = await shop.call('POST', '/api/orders', { token: buyerToken, headers, body: left.firstOrder })
  expect(again.status).toBe(201)
  expect(again.body.orderId).toBe(left.firstOrder.orderId)
  expect((await asAdmin('GET', '/api/orders')).body.totalElements).toBe(2)
  expect(smtp.received).toEqual([])

  const { body } = await shop.call('GET', '/api/products')
  const monitor = body.content.find(({ title }: { title: string }) => title.includes('Monitor'))
  const order = orderFor([[monitor, 1]])
  expect((await shop.call('POST', '/api/orders', { token: buyerToken, body: order })).status).toBe(201)
  await eventually(() => expect(smtp.received).toHaveLength(1))
  expect(smtp.received[0]?.subject).toContain(order.orderId)
  // The mail server has the mail before its row is marked as sent.
  await eventually(async () => {
    expect((await asAdmin('GET', '/api/ops/jobs')).body.counts).toMatchObject({ done: 5, failed: 1 })
  })
})

test('the stopped replay of a read model whose version was raised is superseded by the build of that version', async () => {
  const { body } = await asAdmin('GET', '/api/ops/projections')
  const stopped = left.projections.filter(({ unfinished }) => unfinished !== undefined).map(({ name }) => name)
  expect(stopped).toEqual(['product-list'])
  const list = body.projections.find(({ name }: Listed) => name === 'product-list')
  expect(list).toMatchObject({ status: 'live', previous: { version: versionThen('product-list') } })
  expect(list).not.toHaveProperty('unfinished')
  expect((await asAdmin('POST', '/api/ops/projections/product-list/resume')).status).toBe(409)
})
