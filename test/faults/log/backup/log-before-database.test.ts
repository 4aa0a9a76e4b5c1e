import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  listedOrders,
  mailsBecome,
  openDrill,
  placeOrder,
  type Drill,
  type Person,
  type Product,
} from '#test/support/backup/drill.ts'
import { needsPostgres15 } from '#test/support/engines/engines.ts'
import { eventually } from '#test/support/eventually.ts'
import type { LogBackup } from '../../../support/replaceable-log/servers.ts'
import { addProducts, orderFor, type TestShop } from '#test/support/shop/shop.ts'

vi.setConfig({ testTimeout: 720_000 })

describe('EventStoreDB backed up before the database, and both restored', needsPostgres15, () => {
  let drill: Drill
  let older: LogBackup
  let whole: LogBackup
  let asha: Person
  let product: Product
  let early: string
  let between: string
  /** The payload of the order between the two backups, and its key. */
  let placing: { body: object; headers: Record<string, string> }

  beforeAll(async () => {
    drill = await openDrill()
    const original = await drill.emptyDatabase()
    const shop = await drill.open(original)
    const [added] = await addProducts(shop, [{}])
    if (added === undefined) throw new Error('no product was added')
    product = added
    asha = await shop.signUp('asha')
    early = await placeOrder(shop, asha, product)
    await mailsBecome(shop, { done: 1 })
    await shop.settled()
    await drill.backUpDatabase(original, 'older')
    older = await drill.backUpLog()

    placing = { body: orderFor([[product, 1]]), headers: { 'Idempotency-Key': 'order-between-the-backups' } }
    const placed = await place(shop)
    between = placed.body.orderId
    await mailsBecome(shop, { done: 2 })
    await shop.settled()
    await drill.backUpDatabase(original)
    whole = await drill.backUpLog()
    await shop.shop.stop()
  })
  afterAll(() => drill.close())

  const place = (shop: TestShop) => shop.call('POST', '/api/orders', { token: asha.accessToken, ...placing })
  const order = (shop: TestShop) =>
    shop.call('POST', '/api/orders', { token: asha.accessToken, body: orderFor([[product, 1]]) })

  /** The shop as it starts on a log that ends before the position its database has reached. */
  async function openOnOlderLog(): Promise<{ shop: TestShop; databaseUrl: string }> {
    await drill.restoreLog(older)
    const databaseUrl = await drill.restoreDatabase()
    return { shop: await drill.open(databaseUrl, { isReadyWithout: ['event log', 'read models'] }), databaseUrl }
  }

  test('are refused from the start: no command is accepted, and the data in the database can be read', async () => {
    const { shop } = await openOnOlderLog()
    const ready = await shop.call('GET', '/health/ready')
    expect(ready).toMatchObject({ status: 503, text: expect.stringContaining('the event log ends before position') })
    expect(await order(shop)).toMatchObject({ status: 503 })
    const own = await shop.call('GET', `/api/orders/myorder/${asha.loginUserName}`, { token: asha.accessToken })
    expect(own.body.content.map(({ orderId }: { orderId: string }) => orderId)).toEqual([between, early])
    expect((await shop.call('GET', '/api/products')).body.totalElements).toBe(1)
    // Reads of personal data are recorded in the log, which cannot be written.
    expect(await shop.call('GET', '/api/orders', { token: shop.adminToken })).toMatchObject({ status: 503 })

    await drill.restoreLog(whole)
    await eventually(async () => expect((await shop.call('GET', '/health/ready')).status).toBe(200), 60_000)
    await eventually(async () => expect((await order(shop)).status).toBe(201))
    await shop.shop.stop()
  })

  test('agree if the database is restored from a backup older than the log’s', async () => {
    await drill.restoreLog(older)
    const databaseUrl = await drill.restoreDatabase('older')
    const shop = await drill.open(databaseUrl)
    expect(Object.keys(await listedOrders(shop))).toEqual([early])
    expect((await order(shop)).status).toBe(201)
    await mailsBecome(shop, { done: 2 })
    expect(await drill.verify(databaseUrl)).toMatchObject({ code: 0 })
    await shop.shop.stop()
  })

  test('are adopted by an operator once the whole shop has stopped, with the lost orders in a file', async () => {
    const { shop: refused, databaseUrl } = await openOnOlderLog()
    expect(await drill.ops(databaseUrl, 'adopt-log')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/other processes of the shop are running: shop .*Stop all of them/),
    })
    await refused.shop.stop()

    const plan = await drill.ops(databaseUrl, 'adopt-log')
    expect(plan).toMatchObject({ code: 1, stdout: expect.stringContaining('1 order among them') })
    const head = /adopt-log --head (\d+)/.exec(plan.stdout)?.[1] ?? ''
    expect(await drill.ops(databaseUrl, 'adopt-log', '--head', head)).toMatchObject({ code: 0 })
    const file = (await readdir(drill.folder)).find((name) => name.startsWith('adopted-log-')) ?? ''
    const lines = (await readFile(join(drill.folder, file), 'utf8')).trimEnd().split('\n')
    const rows = lines.map((line) => JSON.parse(line)).filter(({ kind }) => kind === 'row of orders')
    expect(rows).toMatchObject([{ row: { order_id: between } }])
    expect((await drill.ops(databaseUrl, 'history')).stdout).toContain('EventLogAdopted')

    const shop = await drill.open(databaseUrl)
    expect(Object.keys(await listedOrders(shop))).toEqual([early])
    expect((await place(shop)).status).toBe(201)
    await mailsBecome(shop, { done: 3 })
    expect(Object.keys(await listedOrders(shop)).toSorted()).toEqual([early, between].toSorted())
    expect(await drill.verify(databaseUrl)).toMatchObject({ code: 0 })
  })
})
