import { afterAll, beforeAll, expect, test } from 'vitest'
import { routesOf } from '#modules/shop/compose.ts'
import { openTestShop, type TestShop } from '../../support/shop/shop.ts'
import { callers, callOf, prepared, send } from './request.ts'
import { permissionTable } from './table.ts'
import { makeThings } from './things.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

test('every call that accepts If-Match refuses a revision that the thing does not have', async () => {
  const things = await makeThings(shop)
  const conditional = routesOf(shop.shop.modules)
    .filter((route) => route.conditional === true)
    .map(({ method, path }) => `${method} ${path}`)
  const rows = Object.values(permissionTable).flat()
  const answered: Record<string, number> = {}
  for (const call of conditional) {
    const [row, ...cells] = rows.find(([name]) => callOf(name) === call) ?? []
    const place = cells.findIndex((status) => typeof status === 'number' && status < 300)
    const caller = callers[place]
    if (row === undefined || caller === undefined || cells[5] === undefined) throw new Error(`no row for ${call}`)
    const request = await prepared({ token: things.tokens[caller], ...cells[5](things, caller) })
    answered[call] = await send(shop, call, { ...request, headers: { 'If-Match': '"999"' } })
  }
  expect(answered, 'pass `ifMatch` of the request to the command').toEqual(
    Object.fromEntries(conditional.map((call) => [call, 412])),
  )
  expect(conditional.length).toBeGreaterThan(15)
})
