import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { needsSmallDisk } from '../support/engines/engines.ts'
import { eventually } from '../support/eventually.ts'
import { type Answer } from '../support/shop/api-caller.ts'
import { addProducts, adminPassword, openTestShop, orderFor, type TestShop } from '../support/shop/shop.ts'
import { makeSmallDisk, type SmallDisk } from '../support/postgres/small-disk.ts'

vi.setConfig({ testTimeout: 180_000 })

const embedded = { DATABASE_URL: '' }

let shop: TestShop

const ready = () => shop.call('GET', '/health/ready')
const nearlyFull = expect.stringContaining('the disk of the data folder is nearly full')

function expectRefusal({ status, headers, text }: Answer): void {
  expect(status).toBe(503)
  expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0)
  expect(text).not.toContain(shop.dataDir)
}

/** Accepts an order before space runs out; while there is none, refuses the next one and serves reads. */
async function expectStaysOpenForReading(takeRoom: () => void, giveRoom: () => void): Promise<void> {
  const { accessToken: token, loginUserName } = await shop.signUp()
  const [product] = await addProducts(shop, [{}])
  if (product === undefined) throw new Error('no product')
  const [first, second] = [orderFor([[product, 1]]), orderFor([[product, 2]])]
  const order = (body: { orderId: string }) =>
    shop.call('POST', '/api/orders', { token, body, headers: { 'Idempotency-Key': body.orderId } })
  const mine = async () => {
    await shop.settled()
    const { status, body } = await shop.call('GET', `/api/orders/myorder/${loginUserName}`, { token })
    expect(status).toBe(200)
    return body.content.map(({ orderId }: { orderId: string }) => orderId)
  }
  expect((await order(first)).status).toBe(201)

  takeRoom()
  await eventually(async () => {
    const { status, body } = await ready()
    expect([status, body.missing]).toEqual([503, [{ name: 'disk', missing: nearlyFull }]])
  })
  expectRefusal(await order(second))
  expectRefusal(await shop.call('DELETE', `/api/products/${product.id}`, { token: shop.adminToken }))
  expect((await order(first)).status).toBe(201)
  expect(await mine()).toEqual([first.orderId])
  expect((await shop.call('GET', `/api/products/${product.id}`)).status).toBe(200)
  const login = { username: 'admin', password: adminPassword }
  expect((await shop.call('POST', '/api/auth/authenticate', { body: login })).status).toBe(200)
  const { body } = await shop.call('GET', '/api/ops/engines', { token: shop.adminToken })
  expect(body.engines).toContainEqual(expect.objectContaining({ name: 'disk', ok: false, error: nearlyFull }))
  const ops = async (path: string) => (await shop.call('GET', `/api/ops/${path}`, { token: shop.adminToken })).body
  await shop.call('POST', '/api/ops/projections/orders/replay', { token: shop.adminToken })
  await eventually(async () =>
    expect((await ops('projections')).projections).toContainEqual(
      expect.objectContaining({ name: 'orders', rebuild: expect.objectContaining({ waitsFor: nearlyFull }) }),
    ),
  )

  giveRoom()
  await eventually(async () => expect((await ready()).status).toBe(200))
  await eventually(async () =>
    expect((await ops('history?name=orders')).content).toMatchObject([
      { type: 'ProjectionReplayed', data: { outcome: 'done' } },
    ]),
  )
  expect((await order(second)).status).toBe(201)
  expect((await order(second)).status).toBe(201)
  expect(await mine()).toEqual([second.orderId, first.orderId])
}

describe('a shop on its own database, whose disk is nearly full,', () => {
  let free = 1_000_000_000

  beforeAll(async () => {
    shop = await openTestShop(embedded, { freeBytes: () => Promise.resolve(free) })
  })
  afterAll(() => shop.close())

  test('refuses orders and serves reads; once there is room it accepts orders without a restart, each stored once', async () => {
    await expectStaysOpenForReading(
      () => (free = 50_000_000),
      () => (free = 1_000_000_000),
    )
    const reported = shop.logLines.filter((line) => line.includes('the data folder') && !line.includes('"err"'))
    expect(reported).toHaveLength(2)
  })

  test('does nothing by half: roles stay, exports wait, and the rest of an erasure follows automatically', async () => {
    const [person, leaver] = [await shop.signUp(), await shop.signUp()]
    const asAdmin = (method: string, path: string, body?: unknown) =>
      shop.call(method, path, { token: shop.adminToken, body })
    const [product] = await addProducts(shop, [{}])
    if (product === undefined) throw new Error('no product')
    const placed = { token: leaver.accessToken, body: orderFor([[product, 1]]) }
    const { orderId } = (await shop.call('POST', '/api/orders', placed)).body
    await shop.settled()

    free = 50_000_000
    await eventually(async () => expect((await ready()).status).toBe(503))
    expectRefusal(await asAdmin('PUT', `/api/users/${person.id}/roles`, { roles: ['STAFF'] }))
    expect((await shop.call('GET', '/api/users/me', { token: person.accessToken })).body.roles).toEqual(['USER'])
    const left = await asAdmin('DELETE', `/api/users/${leaver.id}`)
    expectRefusal(left)
    expect(left.body.detail).toMatch(/^The account is deleted[.] The rest of its data/)
    const requested = await asAdmin('POST', '/api/audit/exports', { format: 'ndjson', filter: {} })
    expect(requested.status).toBe(202)
    const made = async () => (await asAdmin('GET', `/api/audit/exports/${requested.body.id}`)).body
    expect(await made()).toMatchObject({ status: 'waiting' })

    free = 1_000_000_000
    await eventually(async () => expect(await made()).toMatchObject({ status: 'done' }))
    // Or the shop's own check once a minute was quicker.
    expect([204, 404]).toContain((await asAdmin('DELETE', `/api/users/${leaver.id}`)).status)
    await shop.settled()
    expect((await asAdmin('GET', `/api/orders/${orderId}`)).body.shipping.name).toBe('[erased]')
  })
})

describe('a shop on its own database, whose disk is full,', () => {
  let disk: SmallDisk | undefined

  afterEach(async () => {
    await shop.close()
    disk?.remove()
    disk = undefined
  })

  test('starts, and accepts orders as soon as there is room', async () => {
    let free = 0
    shop = await openTestShop(embedded, { freeBytes: () => Promise.resolve(free), isReadyWithout: 'disk' })
    const added = () => addProducts(shop, [{}])
    await expect(added()).rejects.toThrow('"status":503')
    free = 1_000_000_000
    await eventually(async () => expect((await ready()).status).toBe(200))
    await added()
  })

  test('keeps every order that it has accepted on a small disk when space does run out', needsSmallDisk, async () => {
    const small = makeSmallDisk('1g', tmpdir())
    disk = small
    shop = await openTestShop({ ...embedded, DATA_DIR: small.folder })
    await expectStaysOpenForReading(
      () => {
        const { blocks, bfree, bsize } = statfsSync(small.folder)
        small.resize(String((blocks - bfree) * bsize + 100 * 1024 * 1024))
      },
      () => small.resize('1g'),
    )
  })
})
