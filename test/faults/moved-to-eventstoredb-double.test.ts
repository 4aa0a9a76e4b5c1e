import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openTerminal } from '#core/cli/terminal.ts'
import { copyEventsCommand } from '#modules/operations/ops/copy-events.ts'
import { openEventStoreDouble, type EventStoreDouble } from '#test/support/event-store-double/server.ts'
import { eventually } from '#test/support/eventually.ts'
import { plantFaultyEvent } from '#test/support/event-store/faulty-event.ts'
import { runOpsIn } from '#test/support/shop/ops-in-process.ts'
import { freshDatabase } from '#test/support/postgres/postgres.ts'
import { addProducts, openTestShop, orderFor, type TestShop } from '#test/support/shop/shop.ts'

describe('a shop that moves its events to a double of EventStoreDB on the wire', () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>
  let dataDir: string
  let double: EventStoreDouble

  beforeEach(async () => {
    database = await freshDatabase()
    dataDir = await mkdtemp(join(tmpdir(), 'moving-shop-'))
    double = await openEventStoreDouble()
  })

  afterEach(async () => {
    double.kill()
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  })

  const open = (env: Record<string, string> = {}) =>
    openTestShop({ DATABASE_URL: database.url, DATA_DIR: dataDir, ...env })

  async function copyFrom({ shop }: TestShop): Promise<void> {
    const { signal } = new AbortController()
    const terminal = openTerminal({ isJson: true, stdout: { write: () => undefined } })
    expect(await copyEventsCommand({ ...shop.infrastructure, terminal, signal }, double.url)).toBe(true)
  }

  test('is refused until its events are there, then continues with every order, every mail once, and never moves back', async () => {
    const before = await open()
    const { accessToken: token, loginUserName } = await before.signUp()
    const [product] = await addProducts(before, [{}])
    if (product === undefined) throw new Error('no product')
    const first = orderFor([[product, 1]])
    expect((await before.call('POST', '/api/orders', { token, body: first })).status).toBe(201)
    await eventually(async () => expect(await mails(before)).toBe(1))
    await expect(open({ EVENTSTORE_URL: double.url })).rejects.toThrow(/does not hold all events/)
    double.kill()
    await expect(open({ EVENTSTORE_URL: double.url })).rejects.toThrow(/does not answer, and the shop has yet to move/)
    await double.restart()
    // An ADMIN reading orders is recorded as an event.
    const lists = await listsOf(before)
    await copyFrom(before)
    await before.close()

    const after = await open({ EVENTSTORE_URL: double.url })
    const verify = () => runOpsIn(after.shop.infrastructure, 'verify', '--all')
    // Read models that hold positions are replayed after the move.
    await eventually(async () => expect(await verify()).toMatchObject({ code: 0 }), 60_000)
    expect(await listsOf(after)).toEqual(lists)
    const second = orderFor([[product, 2]])
    expect((await after.call('POST', '/api/orders', { token, body: second })).status).toBe(201)
    const mine = await after.call('GET', `/api/orders/myorder/${loginUserName}`, { token })
    expect(mine.body.content).toMatchObject([{ orderId: second.orderId }, { orderId: first.orderId }])
    await eventually(async () => {
      const { body } = await after.call('GET', '/api/ops/projections', { token: after.adminToken })
      for (const projection of body.projections) expect(projection).toMatchObject({ status: 'live', lag: 0 })
      expect(await mails(after)).toBe(2)
    })
    const audit = await after.call('GET', '/api/audit/events?size=100', { token: after.adminToken })
    const positions = new Set(double.log.events.map(({ position }) => position))
    for (const { position } of audit.body.content) expect(positions).toContain(position)
    await after.close()

    await expect(open()).rejects.toThrow(/EVENTSTORE_URL is not set/)
  })

  test('keeps skipping what an operator has skipped, until the skip is withdrawn', async () => {
    const before = await open()
    await addProducts(before, [{}])
    const position = await plantFaultyEvent(before)
    for (const name of await failed(before)) {
      const body = { position, reason: 'planted by a test' }
      const { status } = await before.call('POST', `/api/ops/projections/${name}/skip`, {
        token: before.adminToken,
        body,
      })
      expect(status).toBe(200)
    }
    await eventually(async () => expect(await behind(before)).toEqual([]), 60_000)
    await copyFrom(before)
    await before.close()

    const after = await open({ EVENTSTORE_URL: double.url })
    await eventually(async () => {
      const path = '/api/ops/history?name=orders&limit=1'
      const { body } = await after.call('GET', path, { token: after.adminToken })
      expect(body.content).toMatchObject([{ type: 'ProjectionReplayed', data: { outcome: 'done' } }])
    })
    const undo = ['skip', 'orders', '--position', String(position), '--reason', 'it can be taken now', '--undo']
    expect(await runOpsIn(after.shop.infrastructure, ...undo)).toMatchObject({ code: 0 })
    expect(await runOpsIn(after.shop.infrastructure, ...undo)).toMatchObject({ code: 1 })
    await after.close()
  })
})

/** What is shown of products, orders and requests. */
async function listsOf(shop: TestShop): Promise<unknown[]> {
  const paths = ['/api/products?size=100', '/api/orders?size=100', '/api/orders/productRequest?size=100']
  const answers = await Promise.all(paths.map((path) => shop.call('GET', path, { token: shop.adminToken })))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  return answers.map(({ body }) => body)
}

type Standing = { name: string; status: string; lag: number; error?: unknown }

/** The read models and reactors that are not at the end of the log. */
async function behind(shop: TestShop): Promise<Standing[]> {
  const { body } = await shop.call('GET', '/api/ops/projections', { token: shop.adminToken })
  const all: Standing[] = [...body.projections, ...body.reactors]
  return all.filter(({ status, lag }) => status !== 'live' || lag > 0)
}

/** Everything that handles the planted event has failed at it. */
async function failed(shop: TestShop): Promise<string[]> {
  let names: string[] = []
  await eventually(async () => {
    const waiting = await behind(shop)
    expect(waiting.map(({ status }) => status)).toEqual(waiting.map(() => 'failed'))
    names = waiting.map(({ name }) => name)
    expect(names).toContain('orders')
  })
  return names
}

async function mails(shop: TestShop): Promise<number> {
  const { body } = await shop.call('GET', '/api/ops/jobs', { token: shop.adminToken })
  return body.content.filter(({ kind }: { kind: string }) => kind !== 'verify-email').length
}
