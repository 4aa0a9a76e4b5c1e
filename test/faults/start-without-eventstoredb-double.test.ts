import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openEventStoreDouble, type EventStoreDouble } from '#test/support/event-store-double/server.ts'
import { eventually } from '#test/support/eventually.ts'
import { freshDatabase } from '#test/support/postgres/postgres.ts'
import { addProducts, openTestShop, orderFor, type TestShop } from '#test/support/shop/shop.ts'

describe('a shop that is started while its EventStoreDB (a double on the wire) cannot serve it', () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>
  let dataDir: string
  let double: EventStoreDouble
  let product: Awaited<ReturnType<typeof addProducts>>[number]

  const open = (how = {}) =>
    openTestShop({ DATABASE_URL: database.url, DATA_DIR: dataDir, EVENTSTORE_URL: double.url }, how)

  beforeAll(async () => {
    database = await freshDatabase()
    dataDir = await mkdtemp(join(tmpdir(), 'starting-shop-'))
    double = await openEventStoreDouble()
    const shop = await open()
    const [added] = await addProducts(shop, [{}])
    if (added === undefined) throw new Error('no product')
    product = added
    await shop.close()
  })

  afterAll(async () => {
    double.kill()
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  })

  async function refused(shop: TestShop): Promise<{ name: string; missing: string }[]> {
    const ready = await shop.call('GET', '/health/ready')
    expect(ready.status).toBe(503)
    expect((await shop.call('GET', `/api/products/${product.id}`)).status).toBe(200)
    expect((await shop.call('GET', '/api/products')).body.totalElements).toBe(1)
    expect((await shop.call('GET', '/metrics')).status).toBe(200)
    const { accessToken: token } = await shop.signUp()
    const order = await shop.call('POST', '/api/orders', { token, body: orderFor([[product, 1]]) })
    expect(order.status).toBe(503)
    expect(Number(order.headers.get('Retry-After'))).toBeGreaterThan(0)
    return ready.body.missing
  }

  async function healed(shop: TestShop): Promise<void> {
    await eventually(async () => expect((await shop.call('GET', '/health/ready')).status).toBe(200), 60_000)
    const { accessToken: token } = await shop.signUp()
    const order = await shop.call('POST', '/api/orders', { token, body: orderFor([[product, 1]]) })
    expect(order.status).toBe(201)
  }

  test('starts, serves what it has, refuses commands with 503, and is complete once the events are available again', async () => {
    double.kill()
    const shop = await open({ isReadyWithout: ['event store', 'read models'] })
    expect(await refused(shop)).toContainEqual({ name: 'event store', missing: 'does not answer' })
    await double.restart()
    await healed(shop)
    await shop.close()
  })

  test('reports to the operator that the account is refused, and continues once it is accepted', async () => {
    double.setRefusing(true)
    const shop = await open({ isReadyWithout: ['event store', 'read models'] })
    const reason = 'EventStoreDB refuses the account of EVENTSTORE_URL'
    expect(await refused(shop)).toContainEqual({ name: 'event store', missing: reason })
    const { body } = await shop.call('GET', '/api/ops/engines', { token: shop.adminToken })
    expect(body.engines).toContainEqual(
      expect.objectContaining({ name: 'event store', ok: false, error: expect.stringMatching(`${reason}.*\\$admins`) }),
    )
    double.setRefusing(false)
    await healed(shop)
    await shop.close()
  })
})

test('a shop with a demo catalogue is filled once its EventStoreDB (a double on the wire) responds', async () => {
  const double = await openEventStoreDouble()
  double.kill()
  const env = { EVENTSTORE_URL: double.url, SEED: 'demo' }
  const shop = await openTestShop(env, { isReadyWithout: ['event store', 'read models'] })
  try {
    expect((await shop.call('GET', '/api/products')).body.totalElements).toBe(0)
    await double.restart()
    await eventually(async () => {
      expect((await shop.call('GET', '/api/products')).body.totalElements).toBeGreaterThan(300)
    })
  } finally {
    await shop.close()
    double.kill()
  }
})
