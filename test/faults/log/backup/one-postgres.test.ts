import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { newId } from '#core/domain/ids.ts'
import {
  listedOrders,
  mailsBecome,
  openDrill,
  placeOrder,
  type Drill,
  type Person,
  type Product,
} from '#test/support/backup/drill.ts'
import { needsMeili, needsPostgres15, needsRedis } from '#test/support/engines/engines.ts'
import { openMeili } from '#test/support/engines/meilisearch.ts'
import { eventually } from '#test/support/eventually.ts'
import { businessMailCounts } from '#test/support/shop/outbox.ts'
import { runOps } from '#test/support/shop/ops-process.ts'
import { openRedis } from '#test/support/engines/redis.ts'
import { administer } from '#test/support/postgres/postgres.ts'
import { addProducts, openTestShop, orderFor } from '#test/support/shop/shop.ts'

vi.setConfig({ testTimeout: 720_000 })

const withoutEventStoreDb = { EVENTSTORE_URL: '' }

describe('a Postgres that holds everything, dumped while orders are placed', needsPostgres15, () => {
  let drill: Drill
  let person: Person
  let product: Product
  let before: string

  beforeAll(async () => {
    drill = await openDrill()
    const original = await drill.emptyDatabase()
    const shop = await drill.open(original, { env: withoutEventStoreDb })
    const [added] = await addProducts(shop, [{}])
    if (added === undefined) throw new Error('no product was added')
    product = added
    person = await shop.signUp('asha')
    before = await placeOrder(shop, person, product)
    await mailsBecome(shop, { done: 1 })
    const placing = new AbortController()
    const busy = (async () => {
      while (!placing.signal.aborted) await placeOrder(shop, person, product)
    })()
    await drill.backUpDatabase(original)
    placing.abort()
    await busy
    await shop.shop.stop()
  })
  afterAll(() => drill.close())

  test('is restored as of one moment: each read model matches its log, and queued mails are held', async () => {
    const databaseUrl = await drill.restoreDatabase()
    const waiting = `order-${before}`
    await administer(`update notifications set status = 'pending' where stream = '${waiting}'`, databaseUrl)
    const shop = await drill.open(databaseUrl, { env: withoutEventStoreDb })
    await shop.settled()
    const held = await shop.call('GET', '/api/ops/jobs?status=held&size=100', { token: shop.adminToken })
    expect(held.body.content.map(({ stream }: { stream: string }) => stream)).toContain(waiting)
    expect(await listedOrders(shop)).toMatchObject({ [before]: 'Asha Rao' })
    const orders = Object.keys(await listedOrders(shop)).length
    await eventually(async () => {
      const { held, done, ...others } = await businessMailCounts(shop)
      expect(others).toEqual({ waiting: 0, failed: 0 })
      expect(held + done).toBe(orders)
    })
    const env = { DATABASE_URL: databaseUrl, DATA_DIR: drill.folder, ...drill.secrets }
    expect(await runOps(env, 'verify', '--all')).toMatchObject({ code: 0 })
  })

  test(
    'serves with an empty Meilisearch and an empty Redis, which are filled from it',
    { ...needsMeili, ...needsRedis },
    async () => {
      const [meili, redis] = [await openMeili(), await openRedis()]
      try {
        const databaseUrl = await drill.restoreDatabase()
        const search = { MEILI_URL: meili.url, MEILI_KEY: meili.key ?? '', MEILI_INDEX: `shop-${newId()}` }
        const shop = await drill.open(databaseUrl, {
          env: { ...withoutEventStoreDb, ...search, REDIS_URL: redis.url },
        })
        const found = await shop.call('PUT', '/api/products/search', { body: { text: 'Aarogya' } })
        expect(found.body.content).toMatchObject([{ id: product.id }])
        const { held, done } = await businessMailCounts(shop)
        await placeOrder(shop, person, product)
        await mailsBecome(shop, { held, done: done + 1 })
        await shop.shop.stop()
      } finally {
        await redis.close()
        await meili.close()
      }
    },
  )
})

test('a copy of a stopped shop’s whole data folder is that shop: its orders, its secrets and its logins', async () => {
  const copy = await mkdtemp(join(tmpdir(), 'shop-copy-'))
  const first = await openTestShop({ DATABASE_URL: '' })
  const [product] = await addProducts(first, [{}])
  if (product === undefined) throw new Error('no product was added')
  const { accessToken: token } = await first.signUp()
  const { body } = await first.call('POST', '/api/orders', { token, body: orderFor([[product, 1]]) })
  await first.shop.stop()
  await cp(first.dataDir, copy, { recursive: true, preserveTimestamps: true })
  const second = await openTestShop({ DATABASE_URL: '', DATA_DIR: copy })
  try {
    const order = await second.call('GET', `/api/orders/${body.orderId}`, { token })
    expect(order).toMatchObject({ status: 200, body: { shipping: { name: 'Asha Rao' } } })
    expect((await second.call('POST', '/api/orders', { token, body: orderFor([[product, 1]]) })).status).toBe(201)
  } finally {
    await second.close()
    await first.close()
    await rm(copy, { recursive: true, force: true })
  }
})
