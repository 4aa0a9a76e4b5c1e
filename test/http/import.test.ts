import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '../support/shop/shop.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const good = {
  sku: 'IMP-0001',
  title: 'Aarogya Imported Monitor',
  company: 'Aarogya Meditech',
  brand: 'Aarogya',
  category: 'icu-equipments',
  lookup_type: 'Equipment',
  price_inr: '84500',
  qty: '12',
  description: 'Bedside monitor',
  feature_description: 'Screen: 12.1 in',
}
type Fields = Partial<typeof good> & Record<string, string>

const send = (rows: Fields[], dryRun?: boolean) =>
  shop.call('POST', '/api/catalogue/import', {
    token: shop.adminToken,
    body: { rows: rows.map((fields, index) => ({ row: index + 2, fields })), ...(dryRun && { dryRun }) },
  })
const head = async () => (await shop.call('GET', '/api/ops/projections', { token: shop.adminToken })).body.head

describe('importing rows', () => {
  test('tells beforehand what would happen, and changes nothing', async () => {
    const before = await head()
    const { status, body } = await send([good, { ...good, sku: 'bad sku', price_inr: '1,000' }], true)
    expect(status).toBe(200)
    expect(body.rows).toMatchObject([
      { row: 2, sku: 'IMP-0001', outcome: 'added', faults: [] },
      {
        row: 3,
        outcome: 'refused',
        faults: [
          { row: 3, column: 'sku' },
          { row: 3, column: 'price_inr' },
        ],
      },
    ])
    expect(await head()).toBe(before)
  })

  test('takes the good rows, and says of the others which column is wrong and why', async () => {
    const { body } = await send([good, { ...good, sku: 'IMP-0002', title: ' ' }, { ...good, sku: 'IMP-0003' }])
    expect(body.rows.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['added', 'refused', 'added'])
    expect(body.rows[1].faults).toEqual([{ row: 3, column: 'title', reason: 'Title cannot be empty' }])
    expect((await shop.call('GET', '/api/products/imp-0003')).body).toMatchObject({ price: 84500, qty: 12 })
    expect((await shop.call('GET', '/api/products/imp-0002')).status).toBe(404)
  })

  test('makes a product that is found by its SKU as the file writes it', async () => {
    await send([{ ...good, sku: 'CASE-0001' }])
    const { body } = await shop.call('GET', '/api/products/CASE-0001')
    expect(body.id).toBe('case-0001')
    await shop.settled()
    expect((await shop.call('GET', '/api/products/product/Case-0001')).status).toBe(200)
  })

  test('can be repeated: only what has changed becomes an event, and is named', async () => {
    await send([good])
    const { body } = await send([{ ...good, price_inr: '90000.50' }])
    expect(body.rows[0]).toMatchObject({
      outcome: 'changed',
      changes: [{ column: 'price_inr', from: '84500.00', to: '90000.50' }],
    })
    const before = await head()
    expect((await send([{ ...good, price_inr: '90000.50' }])).body.rows[0].outcome).toBe('unchanged')
    expect(await head()).toBe(before)
  })

  test('does not bring back what was deleted in the shop', async () => {
    await send([{ ...good, sku: 'IMP-0009' }])
    await shop.call('DELETE', '/api/products/imp-0009', { token: shop.adminToken })
    for (const dryRun of [true, false]) {
      const { body } = await send([{ ...good, sku: 'IMP-0009' }], dryRun)
      expect(body.rows[0]).toMatchObject({ outcome: 'refused', faults: [{ column: 'sku' }] })
    }
  })

  test.each([
    ['no rows', []],
    ['too many rows', Array.from({ length: 101 }, () => ({ row: 2, fields: good }))],
    ['rows of another form', [{ row: 2, fields: { sku: 5 } }]],
    ['something else', 'sku,title'],
  ])('refuses %s', async (_what, rows) => {
    const answer = await shop.call('POST', '/api/catalogue/import', { token: shop.adminToken, body: { rows } })
    expect(answer.status).toBe(400)
    expect(answer.body.errors.length).toBeGreaterThan(0)
  })
})
