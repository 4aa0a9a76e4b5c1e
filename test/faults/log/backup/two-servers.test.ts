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
import { addProducts, type TestShop } from '#test/support/shop/shop.ts'

vi.setConfig({ testTimeout: 720_000 })

/** With the commands of the page "Backup, restore, and what to do when the log and the database disagree". */
describe('the database, EventStoreDB and the persons, backed up one after the other', needsPostgres15, () => {
  let drill: Drill
  let log: LogBackup
  let product: Product
  let asha: Person
  let ravi: Person
  let meera: Person
  let meerasOrder: string
  let earlyOrder: string
  let laterOrder: string
  let ravisOrder: string

  beforeAll(async () => {
    drill = await openDrill()
    const databaseUrl = await drill.emptyDatabase()
    const shop = await drill.open(databaseUrl)
    const [added] = await addProducts(shop, [{}])
    if (added === undefined) throw new Error('no product was added')
    product = added
    asha = await shop.signUp('asha')
    meera = await shop.signUp('meera')
    earlyOrder = await placeOrder(shop, asha, product)
    meerasOrder = await placeOrder(shop, meera, product)
    await mailsBecome(shop, { done: 2 })
    await shop.settled()
    await drill.backUpDatabase(databaseUrl)

    ravi = await shop.signUp('ravi')
    laterOrder = await placeOrder(shop, asha, product)
    ravisOrder = await placeOrder(shop, ravi, product)
    await mailsBecome(shop, { done: 4 })
    log = await drill.backUpLog()

    const gone = await shop.call('DELETE', `/api/users/${meera.id}`, { token: meera.accessToken })
    if (gone.status !== 204) throw new Error(gone.text)
    await drill.backUpPersons(databaseUrl)
    await shop.shop.stop()
  })
  afterAll(() => drill.close())

  describe('and restored', () => {
    let databaseUrl: string
    let shop: TestShop

    beforeAll(async () => {
      await drill.restoreLog(log)
      databaseUrl = await drill.restoreDatabase()
      await drill.restorePersons(databaseUrl)
      shop = await drill.open(databaseUrl)
      await shop.settled()
    })

    test('lose no order: the read models catch up from the log with what followed the dump of the database', async () => {
      const orders = [earlyOrder, meerasOrder, laterOrder, ravisOrder]
      expect(Object.keys(await listedOrders(shop)).toSorted()).toEqual(orders.toSorted())
      expect(await drill.verify(databaseUrl)).toMatchObject({ code: 0 })
    })

    test('let every earlier person log in, and complete the erasure of one who has left since', async () => {
      await eventually(async () => expect((await listedOrders(shop))[meerasOrder]).toBe('[erased]'), 90_000)

      const own = await shop.call('GET', `/api/orders/myorder/${ravi.loginUserName}`, { token: ravi.accessToken })
      expect(own.body.content).toMatchObject([{ orderId: ravisOrder }])
      const authenticate = ({ loginUserName: username }: Person) =>
        shop.call('POST', '/api/auth/authenticate', { body: { username, password: 'a quiet morning in Pune' } })
      expect((await authenticate(ravi)).status).toBe(200)
      expect((await authenticate(meera)).status).toBe(401)
    })

    test('hold the mails that were sent after the dump, and send new ones', async () => {
      await mailsBecome(shop, { held: 2, done: 2 })
      expect(shop.logLines.some((line) => line.includes('emails are held'))).toBe(true)
      const ready = await shop.call('GET', '/health/ready')
      expect(ready.body.degraded).toMatchObject([{ name: 'mails', reason: '2 emails held for a decision' }])
      await placeOrder(shop, asha, product)
      await mailsBecome(shop, { held: 2, done: 3 })
    })

    test('let the operator decide about held mails on the command line', async () => {
      const { stdout } = await drill.ops(databaseUrl, 'jobs', '--json')
      const held: { id: string; stream: string }[] = JSON.parse(stdout).held
      expect(held.map(({ stream }) => stream).toSorted()).toEqual(
        [`order-${laterOrder}`, `order-${ravisOrder}`].toSorted(),
      )
      const [first] = held
      expect(await drill.ops(databaseUrl, 'jobs', 'send', first?.id ?? '', '--yes')).toMatchObject({ code: 0 })
      expect(await drill.ops(databaseUrl, 'jobs', 'discard', '--yes-all', '2')).toMatchObject({ code: 1 })
      expect(await drill.ops(databaseUrl, 'jobs', 'discard', '--yes-all', '1')).toMatchObject({ code: 0 })
      await mailsBecome(shop, { done: 5 })
      expect((await drill.ops(databaseUrl, 'history', 'mails')).stdout).toMatch(
        /HeldMailsSent[^]*HeldMailsDiscarded|HeldMailsDiscarded[^]*HeldMailsSent/,
      )
    })
  })
})
