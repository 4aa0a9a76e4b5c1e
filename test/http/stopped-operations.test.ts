import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#core/domain/ids.ts'
import { silentLog } from '#core/telemetry/log.ts'
import { openProjectionAdministration } from '#modules/operations/administration/administration.ts'
import { openOperationsRecord } from '#modules/operations/module.ts'
import { eventually } from '../support/eventually.ts'
import { waitingOperations } from '../support/projections/waiting-work.ts'
import { addProducts, openTestShop, type TestShop } from '../support/shop/shop.ts'

const asha = { id: 'operator:asha', name: 'asha', role: 'SYSTEM' } as const

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
  await addProducts(shop, [{}, {}])
})
afterAll(() => shop.close())

const ask = (method: string, path: string) => shop.call(method, `/api/ops/${path}`, { token: shop.adminToken })
const projection = async (name: string) =>
  (await ask('GET', 'projections')).body.projections.find((one: { name: string }) => one.name === name)
const newest = async (name: string) => (await ask('GET', `history?name=${name}`)).body.content[0]

const failure = (error: unknown) => error
const stoppedByAdmin = { name: 'AbortError', by: { name: 'Administrator' } }

/** What an operator does in another process, where it waits for the log. */
function elsewhere() {
  const record = openOperationsRecord({ store: shop.shop.infrastructure.store, newId })
  return openProjectionAdministration({ operations: waitingOperations(shop), record, log: silentLog }).as(asha)
}

test('a replay and a comparison are stopped by an admin, whose name the history shows', async () => {
  const replay = elsewhere().replay('carts').catch(failure)
  await eventually(async () => expect((await projection('carts')).rebuild?.position).toBeGreaterThan(0))
  expect((await ask('POST', 'projections/carts/stop-replay')).body).toEqual({ name: 'carts', status: 'stopping' })
  expect(await replay).toMatchObject(stoppedByAdmin)
  const stopped = { by: { name: 'Administrator', role: 'ADMIN' }, data: { outcome: 'stopped' } }
  expect(await newest('carts')).toMatchObject({ type: 'ProjectionReplayed', ...stopped })
  expect(await projection('carts')).toMatchObject({ unfinished: { status: 'stopped' } })

  const comparison = elsewhere().verify('carts').catch(failure)
  await eventually(async () => expect((await projection('carts')).verification?.position).toBeGreaterThan(0))
  expect((await ask('POST', 'projections/carts/stop-comparison')).status).toBe(202)
  expect(await comparison).toMatchObject(stoppedByAdmin)
  expect(await newest('carts')).toMatchObject({ type: 'ProjectionVerified', ...stopped })
})

test('a stop is refused where nothing is under way', async () => {
  for (const what of ['stop-replay', 'stop-comparison']) {
    const { status, body } = await ask('POST', `projections/orders/${what}`)
    expect([status, body.detail]).toEqual([409, expect.stringContaining('nothing to stop')])
    expect((await ask('POST', `projections/nothing/${what}`)).status).toBe(404)
  }
})
