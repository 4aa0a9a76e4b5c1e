import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openEventStoreDouble, type EventStoreDouble } from '#test/support/event-store-double/server.ts'
import { eventually } from '#test/support/eventually.ts'
import { addProducts, openTestShop, orderFor, type TestShop } from '#test/support/shop/shop.ts'

/**
 * What a client cannot do to a server: no call of the driver scavenges, and an insecure server admits every account.
 */
describe('a shop whose EventStoreDB (always a double on the wire) is scavenged, or refuses its account', () => {
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

  /** Including reactors: one that lags knows no more than an older copy of the log. */
  const allHaveTaken = () =>
    eventually(async () => {
      const { body } = await shop.call('GET', '/api/ops/projections', { token: shop.adminToken })
      for (const { position } of [...body.projections, ...body.reactors])
        expect(position).toBeGreaterThanOrEqual(body.head)
    })

  const isOpen = () =>
    eventually(async () => {
      expect((await shop.call('GET', '/health/ready')).status).toBe(200)
      const { body } = await shop.call('GET', '/api/ops/projections', { token: shop.adminToken })
      for (const { status } of [...body.projections, ...body.reactors]) expect(status).toBe('live')
    })

  test('raises no alarm if foreign streams are truncated, deleted and scavenged', async () => {
    for (let i = 40; i < 80; i++) double.log.append(`foreign-${i % 2}`, 'any', [foreignEvent(i)])
    await allHaveTaken()
    // While nothing follows it, so that the events at the checkpoints are removed as well.
    const scavenged = double.log.copy()
    scavenged.append('$$foreign-0', 'any', [{ ...foreignEvent(80), data: Buffer.from('{"$tb":100}') }])
    scavenged.delete('foreign-1', 'any')
    scavenged.scavenge()
    await double.restart(scavenged)
    await isOpen()
    expect((await order()).status).toBe(201)
    await allHaveTaken()
    await isOpen()
  })

  test('accepts no order that it could not list: an account that may not read $all is refused and named', async () => {
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
  })
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
