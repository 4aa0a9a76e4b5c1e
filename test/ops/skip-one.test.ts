import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { eventually } from '#test/support/eventually.ts'
import { runOpsIn } from '#test/support/shop/ops-in-process.ts'
import { openTestShop, type TestShop } from '#test/support/shop/shop.ts'
import { placeUnreadableOrder, type UnreadableOrder } from '#test/support/event-store/unreadable-order.ts'

vi.setConfig({ testTimeout: 180_000 })

let shop: TestShop
let order: UnreadableOrder

beforeAll(async () => {
  shop = await openTestShop()
  order = await placeUnreadableOrder(shop)
})
afterAll(() => shop.close())

const ops = (...parameters: string[]) => runOpsIn(shop.shop.infrastructure, ...parameters)
const skip = (...parameters: string[]) =>
  ops('skip', 'orders', '--position', String(order.position), '--reason', 'written by a script', ...parameters)

async function statusOf(name: string): Promise<string> {
  const { body } = await shop.call('GET', '/api/ops/projections', { token: shop.adminToken })
  return body.projections.find((one: { name: string }) => one.name === name).status
}

test('ops skip skips the event in the named read model and its replays', async () => {
  await eventually(async () => expect(await statusOf('orders')).toBe('failed'))
  await eventually(async () => expect(await statusOf('event-log')).toBe('failed'))
  expect(await skip()).toMatchObject({ code: 0 })
  await eventually(async () => expect(await statusOf('orders')).toBe('live'))
  expect(await ops('replay', 'orders')).toMatchObject({ code: 0 })
  expect(await statusOf('event-log')).toBe('failed')
})

test('ops skip --undo makes the next replay apply the event again, and is refused a second time', async () => {
  expect(await skip('--undo')).toMatchObject({ code: 0, stdout: expect.stringContaining('the next replay handles it') })
  expect(await ops('replay', 'orders')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`position ${order.position}`),
  })
  expect(await statusOf('orders')).toBe('live')
  expect(await skip('--undo')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('does not skip the event'),
  })
  expect((await ops('history', 'orders')).stdout).toContain('ProjectionSkipWithdrawn')
})
