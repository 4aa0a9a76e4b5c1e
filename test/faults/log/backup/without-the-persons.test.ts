import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  listedOrders,
  mailsBecome,
  openDrill,
  placeOrder,
  type Drill,
  type Person,
} from '#test/support/backup/drill.ts'
import { needsPostgres15 } from '#test/support/engines/engines.ts'
import { eventually } from '#test/support/eventually.ts'
import type { LogBackup } from '../../../support/replaceable-log/servers.ts'
import { addProducts, type TestShop } from '#test/support/shop/shop.ts'

vi.setConfig({ testTimeout: 720_000 })

describe('a database restored without the second dump of persons, with a newer EventStoreDB', needsPostgres15, () => {
  let drill: Drill
  let log: LogBackup
  let shop: TestShop
  let databaseUrl: string
  let asha: Person
  let ravi: Person
  let early: string
  let ravisOrder: string

  beforeAll(async () => {
    drill = await openDrill()
    const original = await drill.emptyDatabase()
    const first = await drill.open(original)
    const [product] = await addProducts(first, [{}])
    if (product === undefined) throw new Error('no product was added')
    asha = await first.signUp('asha')
    early = await placeOrder(first, asha, product)
    await mailsBecome(first, { done: 1 })
    await first.settled()
    await drill.backUpDatabase(original)
    ravi = await first.signUp('ravi')
    ravisOrder = await placeOrder(first, ravi, product)
    await mailsBecome(first, { done: 2 })
    log = await drill.backUpLog()
    await drill.backUpPersons(original)
    await first.shop.stop()

    await drill.restoreLog(log)
    databaseUrl = await drill.restoreDatabase()
    shop = await drill.open(databaseUrl)
  })
  afterAll(() => drill.close())

  async function degraded(): Promise<string[]> {
    const { status, body } = await shop.call('GET', '/health/ready')
    expect(status).toBe(200)
    return body.degraded.map(({ name }: { name: string }) => name)
  }

  test('names the person whose key is missing, and shows everyone else', async () => {
    await eventually(
      async () => expect(await degraded()).toEqual(expect.arrayContaining(['event-log', 'orders'])),
      30_000,
    )
    const { code, stdout } = await drill.ops(databaseUrl, 'projections')
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining(ravi.id) })
    expect(await listedOrders(shop)).toEqual({ [early]: 'Asha Rao' })
    expect(await drill.ops(databaseUrl, 'verify', 'orders')).toMatchObject({ code: 1 })
  })

  test('shows that person too, without a command, once the dump of persons is restored', async () => {
    await drill.restorePersons(databaseUrl)
    await eventually(async () => expect(await degraded()).toEqual(['mails']), 90_000)
    await shop.settled()
    expect(await listedOrders(shop)).toEqual({ [early]: 'Asha Rao', [ravisOrder]: 'Asha Rao' })
    await mailsBecome(shop, { held: 1, done: 1 })
    const { body } = await shop.call('GET', '/api/users?size=50', { token: shop.adminToken })
    expect(body.totalElements).toBe(body.content.length)
    expect(await drill.verify(databaseUrl)).toMatchObject({ code: 0 })
  })
})
