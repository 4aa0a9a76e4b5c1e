import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '../support/shop/shop.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const get = (pin: string) => shop.call('GET', `/api/pincodes/${pin}`)

test('a PIN code says its city and state, to everybody', async () => {
  expect(await get('411001')).toMatchObject({
    status: 200,
    body: { pin: '411001', city: 'Pune', state: 'Maharashtra' },
  })
})

test('an unknown PIN code is not found, and what is none is refused', async () => {
  expect([(await get('999999')).status, (await get('4110')).status, (await get('४११००१')).status]).toEqual([
    404, 400, 400,
  ])
})
