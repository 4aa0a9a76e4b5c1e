import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '../support/shop/shop.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const get = (pin: string) => shop.call('GET', `/api/pincodes/${pin}`)

test('a PIN code returns its city and state, to every caller', async () => {
  expect(await get('411001')).toMatchObject({
    status: 200,
    body: { pin: '411001', city: 'Pune', state: 'Maharashtra' },
  })
})

test('an unknown PIN code is not found, and an invalid one is rejected', async () => {
  expect([(await get('999999')).status, (await get('4110')).status, (await get('४११००१')).status]).toEqual([
    404, 400, 400,
  ])
})
