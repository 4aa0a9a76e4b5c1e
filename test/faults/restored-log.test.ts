import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '#test/support/eventually.ts'
import { openReplaceableLog, type ReplaceableLog } from '#test/support/replaceable-log/open.ts'
import { addProducts, openTestShop, orderFor, type TestShop } from '#test/support/shop/shop.ts'

describe('a shop whose EventStoreDB, or its double on the wire, is replaced while it runs', () => {
  let log: ReplaceableLog
  let shop: TestShop
  let token: string
  let products: Awaited<ReturnType<typeof addProducts>>

  beforeAll(async () => {
    log = await openReplaceableLog()
    shop = await openTestShop({ EVENTSTORE_URL: log.url })
    token = (await shop.signUp()).accessToken
    products = await addProducts(shop, [{}])
  })

  afterAll(async () => {
    await shop.close()
    await log.close()
  })

  async function order() {
    const [product] = products
    if (product === undefined) throw new Error('no product')
    return shop.call('POST', '/api/orders', { token, body: orderFor([[product, 1]]) })
  }

  /** Including reactors: one that lags knows no more than an older copy of the log. */
  const allHaveTaken = () =>
    eventually(async () => {
      const { body } = await shop.call('GET', '/api/ops/projections', { token: shop.adminToken })
      for (const { position } of [...body.projections, ...body.reactors])
        expect(position).toBeGreaterThanOrEqual(body.head)
    })

  const isRefused = () =>
    eventually(async () => {
      const ready = await shop.call('GET', '/health/ready')
      expect(ready.status).toBe(503)
      expect(ready.body.missing).toContainEqual({
        name: 'event log',
        missing: expect.stringContaining('the event log'),
      })
      const { body } = await shop.call('GET', '/api/ops/projections', { token: shop.adminToken })
      for (const { status } of [...body.projections, ...body.reactors]) expect(status).toBe('failed')
    })

  const isOpen = () =>
    eventually(async () => {
      expect((await shop.call('GET', '/health/ready')).status).toBe(200)
      const { body } = await shop.call('GET', '/api/ops/projections', { token: shop.adminToken })
      for (const { status } of [...body.projections, ...body.reactors]) expect(status).toBe('live')
    })

  async function refusesOrders() {
    const refused = await order()
    expect(refused.status).toBe(503)
    expect(refused.body.detail).toContain('its event log and its database do not match')
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
  }

  const errors = () => shop.logLines.filter((line) => line.includes('commands are refused'))

  test('on an older copy is not ready, halts its followers and refuses orders, and recovers once the log is back', async () => {
    const backup = await log.backUp()
    expect((await order()).status).toBe(201)
    await allHaveTaken()
    const whole = log.server
    await log.restore(backup)
    await refusesOrders()
    await isRefused()
    expect(errors().map((line) => JSON.parse(line).msg)).toHaveLength(1)
    await log.replace(whole)
    await isOpen()
    expect((await order()).status).toBe(201)
  }, 360_000)

  test('refuses an older copy even if that has grown past the checkpoints', async () => {
    const backup = await log.backUp()
    expect((await order()).status).toBe(201)
    await allHaveTaken()
    const whole = log.server
    const grown = await backup.copy({})
    for (let i = 0; i < 40; i++) await grown.write('foreign-1', foreignEvent(i))
    await log.replace(grown)
    await refusesOrders()
    await isRefused()
    await log.replace(whole)
    await isOpen()
  }, 360_000)

  test('refuses a server that came back empty', async () => {
    const whole = log.server
    await log.replace()
    await refusesOrders()
    await isRefused()
    await log.replace(whole)
    await isOpen()
    expect((await order()).status).toBe(201)
  }, 360_000)

  test('raises no alarm if foreign streams are truncated and deleted', async () => {
    for (let i = 40; i < 80; i++) await log.server.write(`foreign-${i % 2}`, foreignEvent(i))
    await allHaveTaken()
    await log.server.truncate('foreign-0')
    await log.server.remove('foreign-1')
    expect((await order()).status).toBe(201)
    await allHaveTaken()
    await isOpen()
  }, 360_000)
})

function foreignEvent(i: number) {
  return { type: 'Grown', data: { i, fill: 'x'.repeat(77) } }
}
