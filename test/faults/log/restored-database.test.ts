import { createHash, randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import type { EventStoreServer } from '#test/support/event-store/event-store-server.ts'
import { eventually } from '#test/support/eventually.ts'
import { administer, freshDatabase, type FreshDatabase } from '#test/support/postgres/postgres.ts'
import { openShopLog } from '#test/support/event-store/shop-log.ts'
import { businessMailCounts } from '#test/support/shop/outbox.ts'
import { addProducts, openTestShop, orderFor, type TestShop } from '#test/support/shop/shop.ts'

/** Every shop of a test reads what the others have encrypted. */
const secrets = { PERSONAL_DATA_KEY: createHash('sha256').update('of all shops of this test').digest('base64') }

let log: EventStoreServer
let original: FreshDatabase
let backups: string[]

beforeEach(async () => {
  log = await openShopLog()
  original = await freshDatabase()
  backups = []
})
afterEach(async () => {
  await log?.close()
  await original.drop()
  for (const name of backups)
    await administer(`drop database if exists ${name} with (force)`, inject('postgresAdminUrl'))
})

const open = (databaseUrl: string, env = {}) =>
  openTestShop({ DATABASE_URL: databaseUrl, EVENTSTORE_URL: log.url, ...secrets, ...env })

/** A copy of a database without connections, which is what a restored backup is. */
async function backUp(): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  backups.push(name)
  const url = new URL(original.url)
  await administer(`create database ${name} template ${url.pathname.slice(1)} owner shop`, inject('postgresAdminUrl'))
  url.pathname = `/${name}`
  return url.href
}

/** As if a volume or a base backup was put back: the server still identifies itself as before. */
const looksLikeTheSameServer = (url: string) =>
  administer(
    `update notification_origin set database = concat_ws('/', (select system_identifier from pg_control_system()),
      (select oid from pg_database where datname = current_database()), 'notification_origin'::regclass::oid)`,
    url,
  )

const buyer = { username: 'asha@clinic.in', password: 'a quiet morning in Pune' }

/** An order by the one buyer, whose account and key are in every backup. */
async function order(shop: TestShop, count: number): Promise<void> {
  const [product] = await addProducts(shop, [{}])
  if (product === undefined) throw new Error('no product')
  const person = { ...buyer, name: 'Asha Rao', mobileNumber: '9820012345' }
  await shop.call('POST', '/api/auth/signup', { body: person })
  const { body } = await shop.call('POST', '/api/auth/authenticate', { body: buyer })
  const token: string = body.accessToken
  for (let placed = 0; placed < count; placed++)
    expect((await shop.call('POST', '/api/orders', { token, body: orderFor([[product, 1]]) })).status).toBe(201)
}

const countsBecome = (shop: TestShop, counts: object) =>
  eventually(async () =>
    expect(await businessMailCounts(shop)).toEqual({ waiting: 0, held: 0, failed: 0, done: 0, ...counts }),
  )

async function orderedAndMailed(url: string, count: number, done = count): Promise<void> {
  const shop = await open(url)
  await order(shop, count)
  await countsBecome(shop, { done })
  await shop.close()
}

test.each([
  ['on the same server, as a volume is put back', looksLikeTheSameServer],
  ['as another database', () => Promise.resolve()],
])(
  'a database restored %s sends no mail twice until an operator releases it',
  async (_how, restore) => {
    await orderedAndMailed(original.url, 1)
    const backup = await backUp()
    await orderedAndMailed(original.url, 3, 4)
    await restore(backup)

    const restored = await open(backup)
    await countsBecome(restored, { held: 3, done: 1 })
    await order(restored, 1)
    await countsBecome(restored, { held: 3, done: 2 })
    await restored.close()
    const shop = await open(backup)
    const atStart = shop.logLines.filter((line) => line.includes('emails are held for a decision'))
    expect(atStart.map((line) => JSON.parse(line))).toMatchObject([
      { level: 'warn', held: 3, remedy: expect.stringContaining('npm run ops -- jobs') },
    ])
    const ready = await shop.call('GET', '/health/ready')
    expect(ready.body).toMatchObject({
      status: 'ready',
      degraded: [{ name: 'mails', reason: '3 emails held for a decision' }],
    })
    expect((await shop.call('GET', '/metrics')).text).toMatch(/shop_notifications\{[^}]*held[^}]*\} 3/)

    const token = shop.adminToken
    const decide = (which: string, body: object) => shop.call('POST', `/api/ops/${which}`, { token, body })
    expect((await decide('held-jobs/send', { count: 4 })).status).toBe(409)
    const [first] = (await shop.call('GET', '/api/ops/jobs?status=held', { token })).body.content
    expect(await decide(`jobs/${first.id}/discard`, {})).toMatchObject({ status: 200, body: { status: 'cancelled' } })
    expect(await decide('held-jobs/send', { count: 2 })).toMatchObject({ status: 200, body: { count: 2 } })
    await countsBecome(shop, { done: 5 })
    expect((await shop.call('GET', '/health/ready')).body.degraded).toEqual([])
    const { body: history } = await shop.call('GET', '/api/ops/history?name=mails', { token })
    expect(history.content).toMatchObject([
      { type: 'HeldMailsSent', by: { name: 'Administrator' }, data: { count: 2 } },
      { type: 'HeldMailsDiscarded', by: { name: 'Administrator' }, data: { count: 1, ids: [first.id] } },
    ])
    await shop.close()
  },
  360_000,
)

test('a plain outage of the workers holds no mails: orders placed in the meantime are mailed', async () => {
  await orderedAndMailed(original.url, 1)
  const url = original.url
  const settings = { DATABASE_URL: url, EVENTSTORE_URL: log.url, ...secrets }
  const withoutWorkers = await openTestShop(settings, { roles: ['api', 'projections'] })
  await order(withoutWorkers, 2)
  await withoutWorkers.close()
  const shop = await open(url)
  await countsBecome(shop, { done: 3 })
  expect((await shop.call('GET', '/health/ready')).body.degraded).toEqual([])
  await shop.close()
}, 360_000)
