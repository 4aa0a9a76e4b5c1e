import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { openNamedEngines, type NamedEngines } from '../support/engines/named-engines.ts'
import { runOpsIn } from '../support/shop/ops-in-process.ts'
import { apiCaller } from '../support/shop/api-caller.ts'
import { addProducts, openTestShop, orderFor, type TestShop } from '../support/shop/shop.ts'
import { whileRunning } from '../support/while-running.ts'

const liveSeconds = Number(process.env['REPLAY_LIVE_SECONDS'] ?? 3)

let engines: NamedEngines
let shop: TestShop

beforeAll(async () => {
  engines = await openNamedEngines({ log: true })
  shop = await openTestShop(engines.env)
})
afterAll(async () => {
  await shop.close()
  await engines.close()
})

test(
  `replays during ${liveSeconds} s of live orders lose, duplicate and reorder none, show all at any time, and cause no mail`,
  async () => {
    const [product] = await addProducts(shop, [{}])
    if (product === undefined) throw new Error('no product')
    const answered: { orderId: string; position: number }[] = []
    const buyers = await Promise.all([shop.signUp(), shop.signUp(), shop.signUp()])
    const ordering = buyers.map(({ accessToken: token, loginUserName }) => {
      const call = apiCaller(shop.url)
      let own = 0
      return whileRunning(async () => {
        const answer = await call('POST', '/api/orders', { token, body: orderFor([[product, 1]]) })
        expect(answer.status).toBe(201)
        answered.push({
          orderId: answer.body.orderId,
          position: Number(answer.headers.get('X-Event-Position')),
        })
        own += 1
        const list = await call('GET', `/api/orders/myorder/${loginUserName}?size=1`, { token })
        expect(list.body).toMatchObject({ totalElements: own, content: [{ orderId: answer.body.orderId }] })
      })
    })
    const ops = (...parameters: string[]) => runOpsIn(shop.shop.infrastructure, ...parameters)
    const replaying = whileRunning(async () => expect(await ops('replay', 'orders')).toMatchObject({ code: 0 }))
    await sleep(liveSeconds * 1_000)
    expect(await replaying.stop()).toBeGreaterThan(0)
    for (const one of ordering) expect(await one.stop()).toBeGreaterThan(0)
    await shop.settled()
    const inOrder = answered.toSorted((a, b) => b.position - a.position).map(({ orderId }) => orderId)
    expect(await allOrders()).toEqual(inOrder)
    expect(await ops('verify', 'orders')).toMatchObject({ code: 0 })
    const expected = inOrder.toSorted().map((orderId) => ({ stream: `order-${orderId}`, times: 1 }))
    await eventually(async () => expect(await notifications()).toEqual(expected), 60_000)
  },
  120_000 + liveSeconds * 2_000,
)

/** Newest first. */
async function allOrders(): Promise<string[]> {
  const ids: string[] = []
  for (let page = 0; ; page++) {
    const { body } = await shop.call('GET', `/api/orders?size=100&page=${page}`, { token: shop.adminToken })
    ids.push(...body.content.map(({ orderId }: { orderId: string }) => orderId))
    if (body.last) return ids
  }
}

async function notifications(): Promise<unknown[]> {
  const { rows } = await shop.shop.infrastructure.database.pool.query<Record<string, unknown>>(
    `select stream, count(*) as times from notifications where kind <> 'verify-email' group by stream order by stream`,
  )
  return rows
}
