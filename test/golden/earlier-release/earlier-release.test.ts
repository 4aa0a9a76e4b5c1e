import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { allInTurn } from '#core/async/all-in-turn.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '#test/support/eventually.ts'
import { apiCaller, type Caller } from '#test/support/shop/api-caller.ts'
import { caughtUp } from '#test/support/shop/caught-up.ts'
import { adminPassword, orderFor } from '#test/support/shop/shop.ts'
import { startShopProcess, type ShopProcess } from '#test/support/shop/shop-process.ts'
import { startSmtpServer, type SmtpServer } from '#test/support/engines/smtp-server.ts'
import { prolongIdempotencyKeys, unpackDataFolder } from './data-folder.ts'

// The data folder of the release of 22 November 2026 (commit 09264c1), as its process left it when it was stopped: the
// embedded database, the secrets and the outbox. It holds two orders, one of them delivered, a service request, a cart, four
// mails in the outbox, one sent by SMTP, one that the mail server refused, and a replay of product-list that was stopped
// halfway. The version of product-list was raised since, so that the new version is built instead of resuming that replay.
// `answers.json` is what that release answered before it stopped, without the audit's sentences, which were reworded.

const Follower = Type.Object({
  name: Type.String(),
  version: Type.Integer(),
  status: Type.String(),
  position: Type.Integer(),
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

const left = Value.Parse(Left, JSON.parse(await readFile(join(import.meta.dirname, 'answers.json'), 'utf8')))

/** What the set-up has started, in this order, however far it came. */
const closers: (() => Promise<void>)[] = []

let folder: string
let smtp: SmtpServer
let shop: ShopProcess
let call: Caller
let adminToken: string
let buyerToken: string

beforeAll(async () => {
  folder = await unpackDataFolder()
  closers.push(() => rm(folder, { recursive: true, force: true }))
  await prolongIdempotencyKeys(folder)
  smtp = await startSmtpServer()
  closers.push(() => smtp.close())
  shop = await startShopProcess({ DATA_DIR: folder, SMTP_URL: smtp.url, SEED: 'none' })
  closers.push(async () => void (await shop.end('SIGTERM')))
  call = apiCaller(shop.url)
  adminToken = await logIn('admin', adminPassword)
  buyerToken = await logIn(left.buyer, 'a quiet morning in Pune')
  await caughtUp(shop.url, { username: 'admin', password: adminPassword })
})

afterAll(async () => {
  await allInTurn(closers.toReversed())
})

async function logIn(username: string, password: string): Promise<string> {
  return (await call('POST', '/api/auth/authenticate', { body: { username, password } })).body.accessToken
}

const asAdmin = (method: string, path: string, body?: unknown) => call(method, path, { token: adminToken, body })

type Listed = { name: string; version: number; status: string; position?: unknown; previous?: unknown }

/** Without the read models and reactors that were added since, which are built once. */
const ofThatRelease = (all: readonly Listed[], known: readonly Listed[]) =>
  all.filter(({ name }) => known.some((one) => one.name === name))

test('rebuilds only the read models whose version was raised since', async () => {
  const { body } = await asAdmin('GET', '/api/ops/projections')
  const now = ofThatRelease(body.projections, left.projections)
  expect(now.map(({ name }) => name).toSorted()).toEqual(left.projections.map(({ name }) => name).toSorted())
  const raised = new Set(now.filter(({ name, version }) => version > versionThen(name)).map(({ name }) => name))
  const isUnchanged = ({ name }: Listed) => !raised.has(name)
  // The build of a raised version is recorded as an event, which all of them follow.
  const asLeft = ({ position, ...one }: Listed) => (raised.size === 0 ? { ...one, position } : one)
  const unchanged = now.filter(isUnchanged)
  expect(unchanged).toMatchObject(left.projections.filter(isUnchanged).map(asLeft))
  expect(unchanged.filter(({ previous }) => previous !== undefined)).toEqual([])
  for (const { status } of now.filter(({ name }) => raised.has(name))) expect(status).toBe('live')
  expect(ofThatRelease(body.reactors, left.reactors)).toMatchObject(left.reactors.map(asLeft))
})

function versionThen(name: string): number {
  return left.projections.find((one) => one.name === name)?.version ?? 0
}

test.each(Object.entries(left.answers))(
  'GET %s returns the same response as the earlier release',
  async (path, answer) => {
    const token = path === left.cart ? buyerToken : adminToken
    expect((await call('GET', path, { token })).body).toMatchObject(answer)
  },
)

test('the outbox is left alone, and the order repeated under its key returns the original without a mail', async () => {
  const headers = { 'Idempotency-Key': 'first-order' }
  const again = await call('POST', '/api/orders', { token: buyerToken, headers, body: left.firstOrder })
  expect(again.status).toBe(201)
  expect(again.body.orderId).toBe(left.firstOrder.orderId)
  expect((await asAdmin('GET', '/api/orders')).body.totalElements).toBe(2)
  expect(smtp.received).toEqual([])
  const mails = await readdir(join(folder, 'outbox'), { recursive: true })
  expect(mails.filter((name) => name.endsWith('.eml'))).toHaveLength(4)
})

test('a new order and the failed mail, once it is retried, are mailed', async () => {
  const { body } = await call('GET', '/api/products')
  const monitor = body.content.find(({ title }: { title: string }) => title.includes('Monitor'))
  const order = orderFor([[monitor, 1]])
  expect((await call('POST', '/api/orders', { token: buyerToken, body: order })).status).toBe(201)
  await eventually(() => expect(smtp.received).toHaveLength(1))
  expect(smtp.received[0]?.subject).toContain(order.orderId)

  const { body: mails } = await asAdmin('GET', '/api/ops/jobs')
  const failed = mails.content.find(({ status }: { status: string }) => status === 'failed')
  expect((await asAdmin('POST', `/api/ops/jobs/${failed.id}/retry`)).status).toBe(202)
  await eventually(() => expect(smtp.received).toHaveLength(2))
  expect(smtp.received[1]?.subject).toContain('ORD10000002')
  // The mail server has the mail before its row is marked as sent.
  await eventually(async () => {
    expect((await asAdmin('GET', '/api/ops/jobs')).body.counts).toMatchObject({ done: 7, failed: 0 })
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
