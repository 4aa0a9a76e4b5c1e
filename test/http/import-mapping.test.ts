import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '../support/shop/shop.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const row = {
  'Item code': 'MAP-0001',
  'Product name': 'Mapped Monitor',
  Manufacturer: 'Aarogya Meditech',
  Brand: 'Aarogya',
  Category: 'icu-equipments',
  Type: 'Equipment',
  'Price (Rs)': '84500',
  Stock: '12',
  Description: 'Bedside monitor',
  Features: 'Screen: 12.1 in',
  Colour: 'White',
}
const columns = {
  'Item code': 'sku',
  'Product name': 'title',
  Manufacturer: 'company',
  Brand: 'brand',
  Category: 'category',
  Type: 'lookup_type',
  'Price (Rs)': 'price_inr',
  Stock: 'qty',
  Description: 'description',
  Features: 'feature_description',
  Colour: null,
}

const post = (path: string, body: object) => shop.call('POST', path, { token: shop.adminToken, body })
const send = (fields: object, options: object = {}) =>
  post('/api/catalogue/import', { rows: [{ row: 2, fields }], columns, ...options })

describe('a file with other column names', () => {
  test('gets a proposed mapping that imports it', async () => {
    const { status, body } = await post('/api/catalogue/import/columns', { columns: Object.keys(row) })
    expect(status).toBe(200)
    const proposed = body.columns.map(({ column, field }: { column: string; field: string }) => [column, field])
    expect(Object.fromEntries(proposed)).toEqual(columns)
    expect(body.fields[0]).toEqual({ name: 'sku', required: true, description: expect.any(String) })
  })

  test('is checked and imported by the same mapping', async () => {
    expect((await send(row, { dryRun: true })).body.rows).toMatchObject([{ sku: 'MAP-0001', outcome: 'added' }])
    expect((await shop.call('GET', '/api/products/map-0001')).status).toBe(404)
    expect((await send(row)).body.rows).toMatchObject([{ sku: 'MAP-0001', outcome: 'added' }])
    const { body } = await shop.call('GET', '/api/products/map-0001')
    expect(body).toMatchObject({ title: 'Mapped Monitor', company: 'Aarogya Meditech', price: 84500, qty: 12 })
  })

  test('gets changes and errors with its own names', async () => {
    await send({ ...row, 'Item code': 'MAP-0002' })
    const changed = await send({ ...row, 'Item code': 'MAP-0002', 'Price (Rs)': '90000' }, { dryRun: true })
    expect(changed.body.rows[0].changes).toMatchObject([{ column: 'Price (Rs)', to: '90000.00' }])
    const refused = await send({ ...row, 'Item code': 'bad code', 'Product name': ' ' })
    expect(refused.body.rows[0]).toMatchObject({
      outcome: 'refused',
      faults: [{ column: 'Item code' }, { column: 'Product name', reason: 'Title cannot be empty' }],
    })
  })

  test.each([
    ['leaves out what is required', { ...columns, Stock: null }, 'No column is mapped to qty'],
    ['maps two columns to one', { ...columns, Colour: 'title' }, 'More than one column is mapped to title'],
    [
      'does not mention a column of the rows',
      { ...columns, Colour: undefined },
      'Map the column "Colour", to null if it is left out',
    ],
  ])('is rejected as a whole if the mapping %s', async (_what, mapping, reason) => {
    const { status, body } = await send(row, { columns: mapping })
    expect(status).toBe(400)
    expect(body.errors).toEqual([{ field: 'columns', defaultMessage: reason }])
  })

  test('is rejected if it is mapped to an unknown column', async () =>
    expect((await send(row, { columns: { ...columns, Colour: 'colour' } })).status).toBe(400))

  test.each([[[]], [['A', 'A']], [Array.from({ length: 201 }, (_, index) => `C${index}`)], [['x'.repeat(201)]]])(
    'must have between 1 and 200 distinct names: %#',
    async (names) => expect((await post('/api/catalogue/import/columns', { columns: names })).status).toBe(400),
  )
})
