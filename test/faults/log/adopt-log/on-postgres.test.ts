import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { placeOrder, type Person, type Product } from '#test/support/backup/drill.ts'
import { eventually } from '#test/support/eventually.ts'
import { runOps } from '#test/support/shop/ops-process.ts'
import { administer, freshDatabase, type FreshDatabase } from '#test/support/postgres/postgres.ts'
import { addProducts, openTestShop, type TestShop } from '#test/support/shop/shop.ts'

describe('a shop with its events in Postgres, whose newest events were lost', () => {
  let database: FreshDatabase
  let dataDir: string
  let person: Person
  let product: Product
  let kept: string
  let shop: TestShop | undefined

  const env = () => ({ DATABASE_URL: database.url, DATA_DIR: dataDir })
  beforeAll(async () => {
    database = await freshDatabase()
    dataDir = await mkdtemp(join(tmpdir(), 'shop-adopting-'))
    const first = await openTestShop(env())
    const [added] = await addProducts(first, [{}])
    if (added === undefined) throw new Error('no product was added')
    product = added
    person = await first.signUp()
    kept = await placeOrder(first, person, product)
    const end = await first.shop.infrastructure.store.head()
    await placeOrder(first, person, product)
    await first.settled()
    await first.shop.stop()
    // As if the table of events alone was restored: the shop itself allows no event to be removed.
    const lose = `delete from events where position > ${end}; update log_head set position = ${end}`
    await administer(
      `alter table events disable trigger user; ${lose}; alter table events enable trigger user`,
      database.url,
    )
  })
  afterAll(async () => {
    await shop?.close()
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  })

  test('refuses commands, and adopts the log by ops adopt-log once it has stopped', async () => {
    const refused = await openTestShop(env(), { isReadyWithout: ['event log', 'read models'] })
    await eventually(async () => expect((await refused.call('GET', '/health/ready')).status).toBe(503))
    await refused.shop.stop()
    const plan = await runOps(env(), 'adopt-log')
    expect(plan).toMatchObject({ code: 1, stdout: expect.stringContaining('1 order among them') })
    const head = /--head (\d+)/.exec(plan.stdout)?.[1] ?? ''
    expect(await runOps(env(), 'adopt-log', '--head', head)).toMatchObject({ code: 0 })
    shop = await openTestShop(env())
    expect(await listed(shop)).toEqual([kept])
    const placed = await placeOrder(shop, person, product)
    await shop.settled()
    expect(await listed(shop)).toEqual([placed, kept])
    expect(await runOps(env(), 'verify', '--all')).toMatchObject({ code: 0 })
  }, 360_000)
})

async function listed(shop: TestShop): Promise<string[]> {
  const { body } = await shop.call('GET', '/api/orders', { token: shop.adminToken })
  return body.content.map(({ orderId }: { orderId: string }) => orderId)
}
