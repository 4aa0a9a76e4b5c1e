import { readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { openNamedLog, type NamedEngines } from '../support/engines/named-engines.ts'
import { apiCaller, type Answer } from '../support/shop/api-caller.ts'
import { addProducts, openTestShop, orderFor, type TestShop } from '../support/shop/shop.ts'

let log: NamedEngines
let shop: TestShop

beforeAll(async () => {
  log = await openNamedLog()
  shop = await openTestShop({ ...log.env, DATABASE_URL: '' })
})
afterAll(async () => {
  await shop?.close()
  await log?.close()
})

test(
  'a shop whose Postgres is killed refuses orders until it recovers on its own, with every order it accepted',
  { timeout: 120_000 },
  async () => {
    const [product] = await addProducts(shop, [{}])
    if (product === undefined) throw new Error('no product')
    const { accessToken: token, loginUserName } = await shop.signUp()
    const sent: string[] = []
    const taken: string[] = []
    const order = (call = apiCaller(shop.url)) => {
      const body = orderFor([[product, 1]])
      sent.push(body.orderId)
      return call('POST', '/api/orders', { token, body })
    }
    const { promise: isBusy, resolve: busy } = Promise.withResolvers<void>()
    const untilRefused = async (): Promise<Answer> => {
      const call = apiCaller(shop.url)
      for (;;) {
        const answer = await order(call)
        if (answer.status !== 201) return answer
        taken.push(answer.body.orderId)
        if (taken.length >= 20) busy()
      }
    }
    const ordering = Promise.all(Array.from({ length: 4 }, untilRefused))
    await isBusy
    const bringBack = await killDatabase()
    const refusals = [...(await ordering), await order(), await shop.call('GET', '/health/ready')]
    expect(refusals.map(({ status }) => status)).toEqual(refusals.map(() => 503))
    for (const { headers } of refusals) expect(headers.get('Retry-After')).toMatch(/^[1-9]/)
    expect((await shop.call('GET', '/health/live')).status).toBe(200)

    await bringBack()
    await eventually(async () => expect((await shop.call('GET', '/health/ready')).status).toBe(200), 60_000)
    const last = await order()
    expect(last.status).toBe(201)
    await shop.settled()
    const mine = await shop.call('GET', `/api/orders/myorder/${loginUserName}?size=100`, { token })
    const stored: string[] = mine.body.content.map(({ orderId }: { orderId: string }) => orderId)
    expect(stored).toEqual([...new Set(stored)])
    expect(stored).toEqual(expect.arrayContaining([...taken, last.body.orderId]))
    expect(sent).toEqual(expect.arrayContaining(stored))
  },
)

/**
 * As `pg_ctl stop -m immediate` does: nothing more is flushed. It cannot be restarted before the returned function is
 * called.
 */
async function killDatabase(): Promise<() => Promise<void>> {
  const folder = join(shop.dataDir, 'postgres')
  const [needed, away] = [join(folder, 'PG_VERSION'), join(folder, 'PG_VERSION.away')]
  const [pid] = (await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n')
  await rename(needed, away)
  process.kill(Number(pid), 'SIGQUIT')
  return () => rename(away, needed)
}
