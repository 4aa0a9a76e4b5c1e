import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { eventually } from '#test/support/eventually.ts'
import { runOps } from '#test/support/shop/ops-process.ts'
import { addProducts, openTestShop, orderFor, type TestShop } from '#test/support/shop/shop.ts'

vi.setConfig({ testTimeout: 270_000 })

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const query = (text: string, values: unknown[] = []) => shop.shop.infrastructure.database.pool.query(text, values)

async function slots(): Promise<Record<string, string>> {
  const { rows } = await query(`select slot, status from projection_checkpoints where name = 'orders'`)
  return Object.fromEntries(rows.map(({ slot, status }) => [slot, status]))
}

test('a replay that failed because of a lost key starts over once the key has returned', async () => {
  const [product] = await addProducts(shop, [{}])
  if (product === undefined) throw new Error('no product was added')
  const { id, accessToken: token } = await shop.signUp()
  const placed = await shop.call('POST', '/api/orders', { token, body: orderFor([[product, 1]]) })
  expect(placed.status).toBe(201)
  await shop.settled()
  const { rows } = await query('delete from personal_keys where subject = $1 returning wrapped_key', [id])
  const { databaseUrl } = shop.shop.infrastructure
  expect(await runOps({ DATABASE_URL: databaseUrl, DATA_DIR: shop.dataDir }, 'replay', 'orders')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('accept-lost-key'),
  })
  expect(await slots()).toEqual({ live: 'live', next: 'failed' })

  await query('insert into personal_keys (subject, wrapped_key) values ($1, $2)', [id, rows[0].wrapped_key])
  await eventually(async () => expect(await slots()).toEqual({ live: 'live', prev: 'kept' }), 45_000)
})
