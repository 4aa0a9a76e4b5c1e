import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer } from '../support/shop/api-caller.ts'
import { monitor, openTestShop, type TestShop } from '../support/shop/shop.ts'

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
  test('previews the changes without making any', async () => {
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

  test('accepts the valid rows, and reports which column of the others is wrong and why', async () => {
    const { body } = await send([good, { ...good, sku: 'IMP-0002', title: ' ' }, { ...good, sku: 'IMP-0003' }])
    expect(body.rows.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['added', 'refused', 'added'])
    expect(body.rows[1].faults).toEqual([{ row: 3, column: 'title', reason: 'Title cannot be empty' }])
    expect((await shop.call('GET', '/api/products/imp-0003')).body).toMatchObject({ price: 84500, qty: 12 })
    expect((await shop.call('GET', '/api/products/imp-0002')).status).toBe(404)
  })

  test('creates a product that is found by its SKU as written in the file', async () => {
    await send([{ ...good, sku: 'CASE-0001' }])
    const { body } = await shop.call('GET', '/api/products/CASE-0001')
    expect(body.id).toBe('case-0001')
    await shop.settled()
    expect((await shop.call('GET', '/api/products/product/Case-0001')).status).toBe(200)
  })

  test('can be repeated: only a change becomes an event, and is named', async () => {
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

  test('keeps pictures without a column in the file; an empty cell removes one', async () => {
    const withPictures = { ...good, sku: 'PIC-0001', logo_url: '/images/front.svg', img_url1: '/images/side.svg' }
    await send([withPictures])
    expect((await send([{ ...good, sku: 'PIC-0001' }])).body.rows[0].outcome).toBe('unchanged')
    const { body } = await send([{ ...good, sku: 'PIC-0001', img_url1: '' }])
    expect(body.rows[0].changes).toEqual([{ column: 'img_url1', from: '/images/side.svg', to: '' }])
    const product = await shop.call('GET', '/api/products/pic-0001')
    expect(product.body).toMatchObject({ logoUrl: '/images/front.svg', imgUrl1: '' })
  })

  test('does not restore a product that was deleted in the shop', async () => {
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
  ])('rejects %s', async (_what, rows) => {
    const answer = await shop.call('POST', '/api/catalogue/import', { token: shop.adminToken, body: { rows } })
    expect(answer.status).toBe(400)
    expect(answer.body.errors.length).toBeGreaterThan(0)
  })
})

const admin = (method: string, path: string, body?: unknown) =>
  shop.call(method, path, { token: shop.adminToken, body })
const numbersOf = ({ sku, modelNumber }: Record<string, unknown>) => [sku, modelNumber]
const numbersOfCompany = async (company: string) => {
  const { body } = await shop.call('GET', `/api/products/company/${encodeURIComponent(company)}?size=1`)
  return numbersOf(body.content[0])
}

describe('SKU and model number', () => {
  test('are in every representation of an imported product, the model number from its texts or its column', async () => {
    const title = 'Numbered VM-12 Monitor'
    const own = { ...good, sku: 'NUM-0001', title, brand: 'Numbered', company: 'Numbered Ltd' }
    await send([own, { ...own, sku: 'NUM-0002', company: 'Column Ltd', model_number: ' VM 12/B ' }])
    expect(numbersOf((await shop.call('GET', '/api/products/num-0001')).body)).toEqual(['NUM-0001', 'VM-12'])
    expect(numbersOf((await shop.call('GET', '/api/products/num-0002')).body)).toEqual(['NUM-0002', 'VM 12/B'])
    expect(await numbersOfCompany('Numbered Ltd')).toEqual(['NUM-0001', 'VM-12'])
    expect(await numbersOfCompany('Column Ltd')).toEqual(['NUM-0002', 'VM 12/B'])
  })

  test('are kept when a product is deleted and restored', async () => {
    const own = { ...good, sku: 'NUM-0003', company: 'Restored Ltd', feature_description: 'Model: R 7' }
    await send([own])
    await admin('DELETE', '/api/products/num-0003')
    expect(numbersOf((await admin('POST', '/api/products/num-0003/restore')).body)).toEqual(['NUM-0003', 'R 7'])
    expect(numbersOf((await shop.call('GET', '/api/products/num-0003')).body)).toEqual(['NUM-0003', 'R 7'])
    expect(await numbersOfCompany('Restored Ltd')).toEqual(['NUM-0003', 'R 7'])
  })

  test('are null if unknown; a form that sends back what it received changes nothing', async () => {
    const { body } = await admin('POST', '/api/products', { ...monitor, brand: 'Plain', title: 'Plain Monitor' })
    expect(numbersOf(body)).toEqual([null, null])
    const path = `/api/products/${body.id}`
    const revised = await admin('PUT', path, { ...body, title: 'Plain PM-7 Monitor' })
    expect(numbersOf(revised.body)).toEqual([null, 'PM-7'])
    const before = await head()
    await admin('PUT', path, revised.body)
    expect(await head()).toBe(before)
  })

  test('an entered model number is kept when a call or a file omits it, and can be cleared', async () => {
    const own = { ...good, sku: 'NUM-0004', title: 'Aarogya VM-4 Monitor' }
    await send([own])
    const { body } = await shop.call('GET', '/api/products/num-0004')
    const { modelNumber: _left, ...others } = body
    const put = async (input: object) => (await admin('PUT', '/api/products/num-0004', input)).body.modelNumber
    expect(await put({ ...body, modelNumber: ' VM-4/B ' })).toBe('VM-4/B')
    expect(await put({ ...others, qty: 3 })).toBe('VM-4/B')
    expect((await send([own])).body.rows[0]).toMatchObject({ changes: [{ column: 'qty' }] })
    expect(await put({ ...others, modelNumber: '' })).toBeNull()
    expect((await admin('PUT', '/api/products/num-0004', { ...body, modelNumber: 'x'.repeat(61) })).status).toBe(400)
  })
})

const idsOf = ({ body }: Answer) => body.content.map(({ id }: { id: string }) => id)

test('products of one import have the same order in the list and in a narrowed one', async () => {
  const skus = Array.from({ length: 20 }, (_, number) => `ORD-${100 + ((number * 7) % 20)}`)
  await send(skus.map((sku) => ({ ...good, sku, company: 'Ordered Ltd' })))
  await shop.settled()
  const narrowed = { text: '', company: 'Ordered Ltd', sort: 'newest' }
  const listed = idsOf(await shop.call('GET', '/api/products?size=20'))
  expect(idsOf(await shop.call('PUT', '/api/products/search?size=20', { body: narrowed }))).toEqual(listed)
  expect(idsOf(await shop.call('GET', '/api/products/company/Ordered%20Ltd?size=20'))).toEqual(listed)
})
