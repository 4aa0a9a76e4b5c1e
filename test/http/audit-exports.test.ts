import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTerminal } from '#core/cli/terminal.ts'
import { verifyExportCommand } from '#modules/audit/exports/verify-ops.ts'
import type { Export } from '#modules/audit/schema.ts'
import { eventually } from '../support/eventually.ts'
import { addProducts, openTestShop, orderFor, type TestShop } from '../support/shop/shop.ts'

let shop: TestShop
let orderId: string
let buyer: Awaited<ReturnType<TestShop['signUp']>>
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'exports-'))
  shop = await openTestShop()
  const [product] = await addProducts(shop, [{ title: '=1+1 Monitor' }])
  if (!product) throw new Error('no product')
  buyer = await shop.signUp()
  const order = orderFor([[product, 1]])
  orderId = order.orderId
  await shop.call('POST', '/api/orders', { token: buyer.accessToken, body: order })
  for (const step of ['confirm', 'dispatch', 'deliver'])
    await shop.call('POST', `/api/orders/${orderId}/${step}`, { token: shop.adminToken, body: {} })
  const fifty = Array.from({ length: 50 }, (_, i) => ({ title: `Monitor ${i}` }))
  await Promise.all(Array.from({ length: 5 }, () => addProducts(shop, fifty)))
})
afterAll(async () => {
  await shop.close()
  await rm(folder, { recursive: true, force: true })
})

/** Requests an export and waits until it is done. */
async function made(body: Record<string, unknown>) {
  const requested = await shop.call('POST', '/api/audit/exports', { token: shop.adminToken, body })
  expect(requested.status).toBe(202)
  let done: Export = requested.body
  await eventually(async () => {
    done = (await shop.call('GET', `/api/audit/exports/${done.id}`, { token: shop.adminToken })).body
    expect(done).toMatchObject({ status: 'done', percent: 100 })
  })
  return done
}

async function fileOf(id: string): Promise<string> {
  const { status, text } = await shop.call('GET', `/api/audit/exports/${id}/file`, { token: shop.adminToken })
  expect(status).toBe(200)
  return text
}

/** The operator's command's verdict on these lines. */
async function verified(text: string): Promise<{ ok: boolean; line?: number; events?: number }> {
  const file = join(folder, 'export.ndjson')
  await writeFile(file, text)
  let said: { ok: boolean; line?: number; events?: number } | undefined
  const terminal = {
    print: () => undefined,
    jsonLine: () => undefined,
    json: (value: unknown) => void (said = JSON.parse(JSON.stringify(value))),
    progress: () => nothing,
  }
  const { body } = await shop.call('GET', '/api/audit/export-key')
  const ok = await verifyExportCommand({ terminal }, { file, publicKey: body.publicKey })
  expect(said?.ok).toBe(ok)
  return said ?? { ok }
}

const nothing = { update: () => undefined, note: () => undefined, stop: () => undefined }

const joined = (lines: readonly string[]) => `${lines.join('\n')}\n`

describe('a signed export', () => {
  test('contains every event of an order in order, and proves to be complete', async () => {
    const { id, events, fileName } = await made({ format: 'ndjson', stream: `order-${orderId}` })
    expect(events).toBe(5)
    expect(fileName).toMatch(new RegExp(`^order-${orderId}-\\d{14}\\.ndjson$`))
    const text = await fileOf(id)
    const records = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(records.map(({ kind }) => kind)).toEqual(['header', ...Array.from({ length: 5 }, () => 'record'), 'end'])
    expect(records.slice(1, -1).map(({ event }) => event.revision)).toEqual([0, 1, 2, 3, 4])
    expect(records[1].event.data.shipping.city).toBe('Pune')
    expect(await verified(text)).toMatchObject({ ok: true, events: 5 })
  })

  test('reveals a changed byte, a removed line, swapped lines and a truncated file', async () => {
    const { id } = await made({ format: 'ndjson', stream: `order-${orderId}` })
    const text = await fileOf(id)
    const lines = text.trimEnd().split('\n')
    expect(await verified(text.replace('"city":"Pune"', '"city":"Puna"'))).toMatchObject({ ok: false, line: 2 })
    expect(await verified(joined(lines.toSpliced(3, 1)))).toMatchObject({ ok: false, line: 4 })
    const [header = '', first = '', second = '', ...rest] = lines
    expect(await verified(joined([header, second, first, ...rest]))).toMatchObject({ ok: false, line: 2 })
    expect(await verified(joined(lines.slice(0, -1)))).toMatchObject({ ok: false, line: 7 })
    expect(await verified(text.slice(0, -20))).toMatchObject({ ok: false })
    expect(await verified('')).toMatchObject({ ok: false, line: 1 })
  })

  test.each([
    ['that is not there', 'none.ndjson', /^there is no file .*none\.ndjson$/],
    ['that is a folder', '.', /cannot be read \(EISDIR\)$/],
  ])('%s is rejected with a remedy', async (_, name, message) => {
    const verifying = verifyExportCommand(
      { terminal: openTerminal({ isJson: true }) },
      { file: join(folder, name), publicKey: '' },
    )
    await expect(verifying).rejects.toMatchObject({
      name: 'OperatorError',
      message: expect.stringMatching(message),
      remedy: expect.stringContaining('Name the downloaded file'),
    })
  })

  test('contains all events of a long span, once each', async () => {
    const { id } = await made({ format: 'ndjson', category: 'product' })
    const text = await fileOf(id)
    const ids = text
      .trimEnd()
      .split('\n')
      .slice(1, -1)
      .map((line) => JSON.parse(line).event.id)
    expect(new Set(ids).size).toBe(251)
    expect(await verified(text)).toMatchObject({ ok: true, events: 251 })
  })

  test('of nothing is complete too', async () => {
    const { id } = await made({ format: 'ndjson', stream: 'order-ORD00000000' })
    expect(await verified(await fileOf(id))).toMatchObject({ ok: true, events: 0 })
  })
})

describe('an export for a spreadsheet', () => {
  test('is CSV without formulas', async () => {
    const { id } = await made({ format: 'csv', type: 'ProductAdded' })
    const text = await fileOf(id)
    const rows: Record<string, string>[] = parse(text, { columns: true, bom: true })
    expect(rows).toHaveLength(251)
    for (const row of rows) for (const cell of Object.values(row)) expect(cell).not.toMatch(/^[=+\-@\t\r]/)
    const [order] = parse<Record<string, string>>(
      await fileOf((await made({ format: 'csv', type: 'OrderPlaced' })).id),
      {
        columns: true,
        bom: true,
      },
    )
    expect(order).toMatchObject({ Type: 'OrderPlaced', Who: buyer.name, Stream: `order-${orderId}` })
  })
})

describe('an export', () => {
  test('is available only to the admin who requested it', async () => {
    const { id } = await made({ format: 'csv', stream: `order-${orderId}` })
    const other = await shop.signUp('auditor')
    await shop.call('PUT', `/api/users/${other.id}/roles`, { token: shop.adminToken, body: { roles: ['ADMIN'] } })
    const login = { username: other.loginUserName, password: 'a quiet morning in Pune' }
    const { accessToken: token } = (await shop.call('POST', '/api/auth/authenticate', { body: login })).body
    expect((await shop.call('GET', `/api/audit/exports/${id}/file`, { token })).status).toBe(403)
    expect((await shop.call('GET', '/api/audit/exports', { token })).body).toEqual([])
    expect((await shop.call('GET', '/api/audit/exports/none/file', { token })).status).toBe(404)
    const list = await shop.call('GET', '/api/audit/exports', { token: shop.adminToken })
    expect(list.body[0]).toMatchObject({ id, format: 'csv' })
  })

  test('rejects invalid requests', async () => {
    for (const body of [{}, { format: 'pdf' }, { format: 'csv', from: 'yesterday' }, { format: 'csv', stream: 7 }])
      expect((await shop.call('POST', '/api/audit/exports', { token: shop.adminToken, body })).status).toBe(400)
  })

  test('records who downloaded it', async () => {
    const { id } = await made({ format: 'csv', stream: `order-${orderId}` })
    await fileOf(id)
    await eventually(async () => {
      const { body } = await shop.call('GET', '/api/audit/events?type=PersonalDataRead&size=100', {
        token: shop.adminToken,
      })
      expect(JSON.stringify(body)).toContain(`export ${id}`)
    })
  })

  test('is deleted once a person who may appear in it has been erased', async () => {
    const { id } = await made({ format: 'csv', stream: `order-${orderId}` })
    expect((await shop.call('DELETE', `/api/users/${buyer.id}`, { token: buyer.accessToken })).status).toBe(204)
    expect((await shop.call('GET', `/api/audit/exports/${id}`, { token: shop.adminToken })).status).toBe(404)
    const after = await fileOf((await made({ format: 'ndjson', stream: `order-${orderId}` })).id)
    expect(after).not.toContain('Pune')
    expect(after).toContain('OrderPersonalDataErased')
  })
})
