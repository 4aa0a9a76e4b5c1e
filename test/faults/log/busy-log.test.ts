import { afterEach, describe, expect, test } from 'vitest'
import { openLogServer, type LogServer } from '#test/support/event-store/log-server.ts'
import { addProducts, openTestShop, orderFor, type TestShop } from '#test/support/shop/shop.ts'
import { whileRunning } from '#test/support/while-running.ts'

const notes = (count: number) => Array.from({ length: count }, (_, note) => ({ type: 'Noted', data: { note } }))

/** Writes to eight streams concurrently until it is stopped; returns the number of events written. */
function keepBusy(server: LogServer) {
  let written = 0
  const writers = Array.from({ length: 8 }, (_, i) =>
    whileRunning(async () => {
      await server.write(`busy-${i}`, ...notes(10))
      written += 10
    }),
  )
  return async () => {
    await Promise.all(writers.map((writer) => writer.stop()))
    return written
  }
}

describe('a shop on a log to which others write hundreds of events a second', () => {
  let server: LogServer | undefined
  let shop: TestShop | undefined

  afterEach(async () => {
    await shop?.close()
    await server?.close()
  })

  test('becomes ready and shows orders behind 10,000 foreign events and among new ones', async () => {
    server = await openLogServer()
    for (let i = 0; i < 20; i++) await server.write('before-1', ...notes(500))
    const quieten = keepBusy(server)
    try {
      shop = await openTestShop({ EVENTSTORE_URL: server.url })
      const [product] = await addProducts(shop, [{}])
      if (product === undefined) throw new Error('no product')
      const { accessToken: token, loginUserName } = await shop.signUp()
      const body = orderFor([[product, 2]])
      expect(await shop.call('POST', '/api/orders', { token, body })).toMatchObject({ status: 201 })
      const mine = await shop.call('GET', `/api/orders/myorder/${loginUserName}`, { token })
      expect(mine.body.content).toMatchObject([{ orderId: body.orderId }])
      expect(await shop.call('GET', '/health/ready')).toMatchObject({ status: 200, body: { degraded: [] } })
    } finally {
      expect(await quieten()).toBeGreaterThan(500)
    }
  })
})
