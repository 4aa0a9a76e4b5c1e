import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { allProjections } from '#modules/shop/manifests.ts'
import { eventually } from '#test/support/eventually.ts'
import { runOpsApart } from '#test/support/shop/ops-in-process.ts'
import { openTestShop, type TestShop } from '#test/support/shop/shop.ts'
import {
  placeUnreadableOrder,
  unreadableType,
  type UnreadableOrder,
} from '#test/support/event-store/unreadable-order.ts'

vi.setConfig({ testTimeout: 270_000 })

/** The projections and reactors that handle the unreadable event. */
const affected = [
  ...allProjections.filter(({ on }) => Object.hasOwn(on, unreadableType)).map(({ name }) => name),
  'mails',
].toSorted()

describe('ops skip --everywhere', () => {
  let shop: TestShop
  let order: UnreadableOrder

  beforeAll(async () => {
    shop = await openTestShop()
    order = await placeUnreadableOrder(shop)
  })
  afterAll(() => shop.close())

  const ops = (...parameters: string[]) =>
    runOpsApart({ DATABASE_URL: shop.shop.infrastructure.databaseUrl, DATA_DIR: shop.dataDir }, ...parameters)
  const skip = (...parameters: string[]) => ops('skip', ...parameters, '--reason', 'written by a script')
  const at = () => ['--position', String(order.position)]

  async function failed(): Promise<string[]> {
    const { body } = await shop.call('GET', '/api/ops/projections', { token: shop.adminToken })
    type Subscription = { name: string; status: string }
    const subscriptions: Subscription[] = [...body.projections, ...body.reactors]
    return subscriptions
      .filter(({ status }) => status === 'failed')
      .map(({ name }) => name)
      .toSorted()
  }

  const readOrder = () => shop.call('GET', `/api/orders/${order.orderId}`, { token: order.token })

  test('is refused with a name and --everywhere, with neither, and if nothing has failed', async () => {
    await eventually(async () => expect(await failed()).toEqual(affected))
    expect(await skip('orders', '--everywhere', ...at())).toMatchObject({ code: 1 })
    expect(await skip(...at())).toMatchObject({ code: 1, stderr: expect.stringContaining('--everywhere') })
    const elsewhere = await skip('--everywhere', '--position', String(order.position - 1))
    expect(elsewhere).toMatchObject({ code: 1, stderr: expect.stringContaining('Nothing has failed at position') })
    expect(await skip('--everywhere', ...at(), '--undo')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('does not skip the event'),
    })
    expect(await failed()).toEqual(affected)
  })

  test('lets all failed projections and reactors continue, and makes the stream readable', async () => {
    expect(await readOrder()).toMatchObject({ status: 409 })
    expect(await skip('--everywhere', ...at())).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`skips the event at position ${order.position}`),
    })
    await eventually(async () => expect(await failed()).toEqual([]))
    await eventually(async () => expect(await readOrder()).toMatchObject({ status: 200, body: { status: 'received' } }))
    expect((await ops('history')).stdout).toContain('EventLeftOut')
  })

  test('is withdrawn by --undo: readers of the stream and a replay fail on the event again', async () => {
    expect(await skip('--everywhere', ...at(), '--undo')).toMatchObject({ code: 0 })
    await eventually(async () => expect(await readOrder()).toMatchObject({ status: 409 }))
    const replayed = await ops('replay', 'orders')
    expect(replayed).toMatchObject({ code: 1, stderr: expect.stringContaining(`position ${order.position}`) })
    expect((await ops('history')).stdout).toContain('EventLeftOutWithdrawn')
  })
})
