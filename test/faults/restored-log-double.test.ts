import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DoubleLog } from '#test/support/event-store-double/log.ts'
import { openEventStoreDouble, type EventStoreDouble } from '#test/support/event-store-double/server.ts'
import { eventually } from '#test/support/eventually.ts'
import { addProducts, openTestShop, orderFor, type TestShop } from '#test/support/shop.ts'

// On the double alone: an older copy of a log takes its place at the same positions, which no client does to a server.

describe('a shop whose EventStoreDB (a double on the wire) is replaced while it runs', () => {
  let double: EventStoreDouble
  let shop: TestShop
  let token: string
  let products: Awaited<ReturnType<typeof addProducts>>

  beforeAll(async () => {
    double = await openEventStoreDouble()
    shop = await openTestShop({ EVENTSTORE_URL: double.url })
    token = (await shop.signUp()).accessToken
    products = await addProducts(shop, [{}])
  })

  afterAll(async () => {
    await shop.close()
    double.kill()
  })

  async function order() {
    const [product] = products
    if (product === undefined) throw new Error('no product')
    return shop.call('POST', '/api/orders', { token, body: orderFor([[product, 1]]) })
  }

  /** Reactors too: one that is behind knows no more than an older copy of the log. */
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

  test('is not ready, lets its followers fail and refuses orders on an older copy, and recovers once the log is back', async () => {
    const backup = double.log.copy()
    expect((await order()).status).toBe(201)
    await allHaveTaken()
    const whole = double.log
    await double.restart(backup)
    await refusesOrders()
    await isRefused()
    expect(errors().map((line) => JSON.parse(line).msg)).toHaveLength(1)
    await double.restart(whole)
    await isOpen()
    expect((await order()).status).toBe(201)
  }, 60_000)

  test('refuses an older copy also where that has grown past the checkpoints', async () => {
    const backup = double.log.copy()
    expect((await order()).status).toBe(201)
    await allHaveTaken()
    const whole = double.log
    for (let i = 0; i < 40; i++) backup.append('foreign-1', 'any', [foreignEvent(i)])
    await double.restart(backup)
    await refusesOrders()
    await isRefused()
    await double.restart(whole)
    await isOpen()
  }, 60_000)

  test('refuses a server that came back empty', async () => {
    const whole = double.log
    await double.restart(new DoubleLog())
    await refusesOrders()
    await isRefused()
    await double.restart(whole)
    await isOpen()
    expect((await order()).status).toBe(201)
  }, 60_000)

  test('raises no alarm where foreign streams are truncated, deleted and scavenged', async () => {
    for (let i = 40; i < 80; i++) double.log.append(`foreign-${i % 2}`, 'any', [foreignEvent(i)])
    await allHaveTaken()
    // While nobody follows it, so that the events at which the checkpoints are go as well.
    const scavenged = double.log.copy()
    scavenged.append('$$foreign-0', 'any', [{ ...foreignEvent(80), data: Buffer.from('{"$tb":100}') }])
    scavenged.delete('foreign-1', 'any')
    scavenged.scavenge()
    await double.restart(scavenged)
    await isOpen()
    expect((await order()).status).toBe(201)
    await allHaveTaken()
    await isOpen()
  }, 60_000)

  test('takes no order that it could not list: an account that may not read $all is refused and named', async () => {
    double.setRefusingAll(true)
    await eventually(async () => {
      const ready = await shop.call('GET', '/health/ready')
      expect(ready.status).toBe(503)
      expect(JSON.stringify(ready.body.missing)).toContain('EventStoreDB refuses the account of EVENTSTORE_URL')
      expect((await order()).status).toBe(503)
    })
    double.setRefusingAll(false)
    await isOpen()
    expect((await order()).status).toBe(201)
  }, 60_000)
})

function foreignEvent(i: number) {
  return {
    id: `01981f2a-0000-4000-8000-0000000001${String(i).padStart(2, '0')}`,
    type: 'Grown',
    contentType: 'application/json',
    data: Buffer.from(JSON.stringify({ i, fill: 'x'.repeat(77) })),
    metadata: Buffer.alloc(0),
  }
}
