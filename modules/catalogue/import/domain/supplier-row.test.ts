import { describe, expect, test } from 'vitest'
import { readSupplierRow } from './supplier-row.ts'

const record = {
  sku: 'ICU-MON-0001',
  title: 'Aarogya VM-12 Patient Monitor',
  company: 'Aarogya Meditech',
  brand: 'Aarogya',
  category: 'icu-equipments',
  lookup_type: 'Equipment',
  price_inr: '84500.50',
  qty: '12',
  description: 'Bedside monitor.',
  feature_description: 'Screen: 12.1 in',
  logo_url: '/images/devices/patient-monitor.svg',
  img_url1: '',
}

describe('a row of a supplier’s file', () => {
  test('becomes a product under the supplier’s key', () =>
    expect(readSupplierRow(record, 2)).toMatchObject({
      sku: 'ICU-MON-0001',
      input: {
        title: 'Aarogya VM-12 Patient Monitor',
        price: 84500.5,
        qty: 12,
        posttype: 'icu-equipments',
        imgUrl3: '',
      },
    }))

  test.each([
    ['sku', ''],
    ['sku', 'icu mon 1'],
    ['title', '  '],
    ['company', ''],
    ['brand', ''],
    ['category', 'no-such-category'],
    ['lookup_type', ''],
    ['price_inr', ''],
    ['price_inr', '1,000'],
    ['price_inr', '-5'],
    ['price_inr', '1e3'],
    ['price_inr', '10.005'],
    ['price_inr', '१२'],
    ['qty', '1.5'],
    ['qty', 'many'],
    ['description', ''],
    ['feature_description', ''],
    ['logo_url', 'javascript:alert(1)'],
    ['logo_url', '//evil.example/x.png'],
    ['logo_url', '/%2f/evil.example/x.png'],
    ['logo_url', '/%5Cevil.example/x.png'],
    ['img_url1', 'http://example.in/x.png'],
    ['title', 'caf\uFFFD'],
    ['title', 'a\u0000b'],
  ])('is rejected for its %s: %j', (column, value) => {
    const faults = readSupplierRow({ ...record, [column]: value }, 7)
    expect(faults).toEqual([{ row: 7, column, reason: expect.stringMatching(/\w/) }])
  })

  test.each([
    ['title', '\u200b\u00a0', 'Title cannot be empty'],
    ['price_inr', '', 'Price cannot be empty'],
    ['price_inr', '\u200b', 'Price cannot be empty'],
    ['price_inr', 'cheap', '"cheap" is not an amount in rupees: write it as 84500 or 84500.50'],
    ['price_inr', '₹ 1,000', '"₹ 1,000" is not an amount in rupees'],
    ['qty', 'many', '"many" is not a whole number: write it in digits only, such as 12'],
  ])('is rejected with a reason for its %s %j', (column, value, reason) =>
    expect(readSupplierRow({ ...record, [column]: value }, 2)).toMatchObject([
      { column, reason: expect.stringContaining(reason) },
    ]),
  )

  test('may describe its pictures; an empty cell leaves the text unchanged', () => {
    const described = readSupplierRow({ ...record, logo_alt: ' From the front ', img_alt1: ' ' }, 2)
    expect(described).toMatchObject({ input: { logoAlt: 'From the front' } })
    expect(described).not.toHaveProperty('input.imgAlt1')
    expect(readSupplierRow({ ...record, img_alt1: 'From behind', img_url1: '' }, 2)).toEqual([
      { row: 2, column: 'img_alt1', reason: 'describes no picture: img_url1 is empty' },
    ])
    const { img_url1: _absent, ...without } = { ...record, img_url1: '' }
    expect(readSupplierRow({ ...without, img_alt1: 'From behind' }, 2)).toMatchObject([
      { reason: 'describes no picture: there is no column img_url1' },
    ])
  })

  test('names the pictures for which the file has no column', () => {
    const { img_url3: _absent, ...without } = { ...record, logo_url: '', img_url1: '', img_url2: '', img_url3: '' }
    expect(readSupplierRow(without, 2)).toMatchObject({ absentPictures: ['imgUrl3'] })
  })

  test('is rejected with all its errors at once', () => {
    const faults = readSupplierRow({ ...record, title: '', price_inr: 'x', qty: '' }, 3)
    expect(faults).toMatchObject([{ column: 'title' }, { column: 'price_inr' }, { column: 'qty' }])
  })
})
