import { afterEach, describe, expect, test } from 'vitest'
import type { Projection } from '#core/projections/projection.ts'
import type { ShopRole } from '#modules/shop/roles.ts'
import { allProjections, eventDefinitions } from '#modules/shop/manifests.ts'
import { freePort } from '#test/support/engines/programs.ts'
import { eventually } from '#test/support/eventually.ts'
import { addProducts, openTestShop, type TestShop } from '#test/support/shop/shop.ts'

let shop: TestShop

afterEach(() => shop.close())

/** An unreadable event of the shop's own types. */
async function plantUnreadable(type: string, stream: string): Promise<void> {
  await shop.shop.infrastructure.database.pool.query(
    `with moved as (update log_head set position = position + 1 returning position)
     insert into events (position, stream, revision, id, type, data, metadata, at)
     select position, $1, (select coalesce(max(revision) + 1, 0) from events where stream = $1), gen_random_uuid(), $2, $3,
       (select metadata from events order by events.position limit 1), now() from moved`,
    [stream, type, { unreadable: 'Asha Rao' }],
  )
}

/** A type of events that a projection folds. */
function firstTypeOf({ name, on }: Projection): string {
  const [type] = Object.keys(on)
  if (type === undefined) throw new Error(`the projection ${name} folds nothing`)
  return type
}

/** A stream that events of a type belong to. */
function streamFor(type: string): string {
  const category = eventDefinitions[type]?.category
  const id = ['0198f0c2-7b5e-7d30-8a11-0123456789ab', 'ORD00000000', ''].find((one) => category?.id.test(one))
  if (category === undefined || id === undefined) throw new Error(`no stream is known for ${type}`)
  return id === '' ? category.name : `${category.name}-${id}`
}

const ready = () => shop.call('GET', '/health/ready')
const degraded = async () => (await ready()).body.degraded.map(({ name }: { name: string }) => name).toSorted()
const eventCategories = ['event-counts', 'event-log']

describe('readiness while followers fail after the start', () => {
  test('names a failed one as degraded until it recovers, and the process stays ready', async () => {
    shop = await openTestShop()
    await addProducts(shop, [{}])
    await plantUnreadable('CartItemRemoved', 'cart-0198f0c2-7b5e-7d30-8a11-0123456789ab')
    await eventually(async () => expect(await degraded()).toEqual(['carts', ...eventCategories]))
    const { status, body, text } = await ready()
    expect([status, body.status]).toEqual([200, 'ready'])
    expect(body.degraded[0]).toMatchObject({
      reason: expect.stringMatching(/^it has failed at position \d+ /),
      remedy: expect.stringContaining('npm run ops -- projections'),
    })
    expect(text).not.toMatch(/Asha|unreadable/)
    const metrics = (await shop.call('GET', '/metrics')).text
    expect(metrics).toContain('shop_degraded{name="carts"} 1')
    expect(metrics).toContain('shop_projection_failed{projection="carts"} 1')
    expect(metrics).toContain('shop_projection_failed{projection="orders"} 0')
    expect(metrics).toContain('shop_ready{check="read models"} 1')

    await shop.shop.infrastructure.database.pool.query(
      `alter table events disable trigger user;
       update events set data = '{"productId": "p1"}' where type = 'CartItemRemoved';
       alter table events enable trigger user`,
    )
    for (const name of ['carts', ...eventCategories])
      await shop.call('POST', `/api/ops/projections/${name}/retry`, { token: shop.adminToken })
    await eventually(async () => expect(await degraded()).toEqual([]))
    expect((await shop.call('GET', '/metrics')).text).toContain('shop_projection_failed{projection="carts"} 0')
  })

  test('ends when all of them have failed', async () => {
    shop = await openTestShop()
    await addProducts(shop, [{}])
    for (const type of new Set(allProjections.map(firstTypeOf))) await plantUnreadable(type, streamFor(type))
    await eventually(async () => expect((await ready()).status).toBe(503))
    expect((await ready()).body.missing).toEqual([
      { name: 'read models', missing: expect.stringMatching(/^all have failed or are stuck: product-list, /) },
    ])
    expect((await shop.call('GET', '/metrics')).text).toContain('shop_ready{check="read models"} 0')
  })
})

describe('readiness without an engine that the role of the process does not require', () => {
  test('remains, and names the engine as degraded', async () => {
    const url = `127.0.0.1:${await freePort()}`
    const roles: readonly ShopRole[] = ['api']
    shop = await openTestShop(
      { MEILI_URL: `http://${url}`, MEILI_KEY: 'a key of nothing', REDIS_URL: `redis://${url}` },
      { roles },
    )
    const { status, body, text } = await shop.call('GET', '/health/ready')
    const names = body.degraded.map(({ name }: { name: string }) => name)
    expect([status, body.status, names]).toEqual([200, 'ready', ['search index', 'jobs']])
    expect(text).not.toContain(url)
    const metrics = (await shop.call('GET', '/metrics')).text
    expect(metrics).toContain('shop_degraded{name="search index"} 1')
    expect(metrics).toContain('shop_ready{check="database"} 1')
  })
})
