import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Budgets } from '#core/http/security/budgets/budgets.ts'
import { routesOf } from '#modules/shop/compose.ts'
import { recordFigure } from '../../support/runner/figures.ts'
import { openTestShop, type TestShop } from '../../support/shop/shop.ts'
import { callers, callOf, prepared, send } from './request.ts'
import { permissionTable } from './table.ts'
import { makeThings, type Things } from './things.ts'

let shop: TestShop
let things: Things

/** The calls, such as `POST /api/orders`, that have taken from a budget. */
const charged = new Set<string>()
let callInProgress: string | undefined

const watchBudgets = (budgets: Budgets): Budgets => ({
  ...budgets,
  take(charges) {
    if (callInProgress !== undefined) charged.add(callInProgress)
    return budgets.take(charges)
  },
})

beforeAll(async () => {
  shop = await openTestShop({}, { watchBudgets })
  things = await makeThings(shop)
})
afterAll(() => shop.close())

const rows = Object.values(permissionTable).flat()

test('every call of the API has a row, and every row a call', () => {
  const calls = routesOf(shop.shop.modules).flatMap(({ method, path, also = [] }) =>
    [path, ...also].map((one) => `${method} ${one}`),
  )
  expect(
    [...new Set(rows.map(([row]) => callOf(row)))].toSorted(),
    'write a row in table.ts for each call, and remove those of calls that are gone',
  ).toEqual(calls.toSorted())
})

test('no row is repeated, and each has a permitted caller, which proves its request to be valid', ({ task }) => {
  expect(rows.map(([row]) => row)).toEqual([...new Set(rows.map(([row]) => row))])
  recordFigure(task, 'cells of the permission matrix', rows.length * callers.length)
  for (const [row, ...cells] of rows)
    expect([row, cells.some((status) => typeof status === 'number' && status < 300)]).toEqual([row, true])
})

describe.each(Object.entries(permissionTable))('%s', (_, ofModule) => {
  test.each(ofModule)('%s', async (row, ...cells) => {
    const [prepare, expected] = [cells[5], cells.slice(0, 5)]
    const answered: number[] = []
    for (const caller of callers) {
      const request = await prepared({ token: things.tokens[caller], ...prepare(things, caller) })
      callInProgress = callOf(row)
      answered.push(await send(shop, callInProgress, request))
      callInProgress = undefined
    }
    expect(answered).toEqual(expected)
  })
})

test('every call whose stored events are limited by a budget takes from one', () => {
  const bounded = {
    'POST /api/auth/reset-password': 'uses up its link',
    'POST /api/auth/reset-password/check': 'stores nothing',
  }
  const limited = routesOf(shop.shop.modules).filter(({ limitsUnstored }) => limitsUnstored === true)
  expect(limited.length).toBeGreaterThan(Object.keys(bounded).length)
  const calls = limited.map(({ method, path }) => `${method} ${path}`)
  expect(
    calls.filter((call) => !charged.has(call)).toSorted(),
    'let these calls append to a `chargedStore`, or take from a budget (see budgets.ts of service requests)',
  ).toEqual(Object.keys(bounded).toSorted())
})
