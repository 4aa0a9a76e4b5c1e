import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
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
import type { OpsOutcome } from '#test/support/shop/ops-process.ts'
import { addProducts, type TestShop } from '#test/support/shop/shop.ts'

vi.setConfig({ testTimeout: 720_000 })

/** In the order of the manual: the database, EventStoreDB, and the database again for its persons. */
describe('with EventStoreDB, one backup by `ops backup` before the log’s and one after it', needsPostgres15, () => {
  let drill: Drill
  let shop: TestShop
  let verified: OpsOutcome
  let asha: Person
  let ravi: Person
  let meera: Person
  let priya: Person
  let orders: Record<'early' | 'meera' | 'late' | 'ravi' | 'priya', string>

  const inFolder = (name: string) => join(drill.folder, name)

  async function ops(databaseUrl: string, ...parameters: readonly string[]): Promise<void> {
    const { code, stderr } = await drill.ops(databaseUrl, ...parameters)
    if (code !== 0) throw new Error(stderr)
  }

  beforeAll(async () => {
    drill = await openDrill()
    const original = await drill.emptyDatabase()
    const first = await drill.open(original)
    const [product] = await addProducts(first, [{}])
    if (product === undefined) throw new Error('no product was added')
    const order = (person: Person) => placeOrder(first, person, product)
    const erase = async ({ id, accessToken: token }: Person) => {
      const { status, text } = await first.call('DELETE', `/api/users/${id}`, { token })
      if (status !== 204) throw new Error(text)
    }
    ;[asha, meera] = [await first.signUp('asha'), await first.signUp('meera')]
    const before = { early: await order(asha), meera: await order(meera) }
    await first.settled()
    await ops(original, 'backup', inFolder('database.backup'))
    // Known to the log and to the second backup only, one of them erased before that backup.
    ;[ravi, priya] = [await first.signUp('ravi'), await first.signUp('priya')]
    orders = { ...before, late: await order(asha), ravi: await order(ravi), priya: await order(priya) }
    await mailsBecome(first, { done: 5 })
    const log = await drill.backUpLog()
    await erase(priya)
    await ops(original, 'backup', inFolder('persons.backup'))
    await erase(meera)
    await first.shop.stop()

    await writeFile(inFolder('erasures.txt'), `${priya.id}\n${meera.id}\n`)
    await drill.restoreLog(log)
    const restored = await drill.emptyDatabase()
    const files = [inFolder('database.backup'), '--persons', inFolder('persons.backup')]
    await ops(restored, 'restore', ...files, '--erasures', inFolder('erasures.txt'))
    shop = await drill.open(restored)
    await shop.settled()
    verified = await drill.verify(restored)
  })
  afterAll(() => drill.close())

  test('lose no order and no person', async () => {
    expect(verified).toMatchObject({ code: 0 })
    expect(Object.keys(await listedOrders(shop)).toSorted()).toEqual(Object.values(orders).toSorted())
    const own = await shop.call('GET', `/api/orders/myorder/${ravi.loginUserName}`, { token: ravi.accessToken })
    expect(own.body.content).toMatchObject([{ orderId: orders.ravi }])
  })

  test('restore no person who was erased after either of them', async () => {
    await eventually(async () => {
      const names = await listedOrders(shop)
      expect([names[orders.meera], names[orders.priya]]).toEqual(['[erased]', '[erased]'])
    })
    for (const { accessToken: token } of [meera, priya])
      expect((await shop.call('GET', '/api/users/me', { token })).status).toBe(401)
  })
})
