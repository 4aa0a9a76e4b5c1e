import { describe, expect, test } from 'vitest'
import { describedColumns, importColumns } from './columns.ts'
import { matchColumns } from './match-columns.ts'

const fieldsOf = (columns: string[]) => matchColumns(columns).map(({ field }) => field)

describe('matching the columns of a file', () => {
  test('recognizes its own names in any case, and proposes nothing else for them', () => {
    const matched = matchColumns(importColumns.map((name) => ` ${name.toUpperCase()} `))
    expect(matched.map(({ field, match }) => [field, match])).toEqual(importColumns.map((name) => [name, 'exact']))
  })

  test.each([
    ['Product name', 'title'],
    ['PRODUCT_NAME', 'title'],
    ['productName', 'title'],
    ['MRP', 'price_inr'],
    ['Price (Rs)', 'price_inr'],
    ['Price in ₹', 'price_inr'],
    ['Unit Price (INR)', 'price_inr'],
    ['Stock', 'qty'],
    ['Mfr.', 'company'],
    ['Item Code', 'sku'],
    ['Feature Description', 'feature_description'],
    ['Technical Specifications', 'feature_description'],
    ['Model No.', 'model_number'],
    ['Image 2', 'img_url2'],
    ['Alt text', 'logo_alt'],
    ['Descripton', 'description'],
    ['Catagory', 'category'],
  ])('proposes for %j the column %s', (column, field) =>
    expect(matchColumns([column])).toEqual([{ column, field, match: 'similar', candidates: [] }]),
  )

  test.each(['Colour', 'GST %', 'HSN', '', '₹', 'Rs', 'Image 4', 'मूल्य', '__proto__'])(
    'proposes nothing for %j',
    (column) => expect(matchColumns([column])).toEqual([{ column, field: null, match: 'none', candidates: [] }]),
  )

  test('proposes nothing if two columns are equally similar to one', () =>
    expect(matchColumns(['MRP', 'Price (Rs)', 'Title'])).toEqual([
      { column: 'MRP', field: null, match: 'none', candidates: ['price_inr'] },
      { column: 'Price (Rs)', field: null, match: 'none', candidates: ['price_inr'] },
      { column: 'Title', field: 'title', match: 'exact', candidates: [] },
    ]))

  test('proposes a column only once, for the most similar name', () => {
    expect(fieldsOf(['MRP', 'price_inr'])).toEqual([null, 'price_inr'])
    expect(fieldsOf(['Descripton', 'Details'])).toEqual([null, 'description'])
    expect(fieldsOf(['Image 1', 'Image 2', 'Image 3', 'Image 4'])).toEqual(['img_url1', 'img_url2', 'img_url3', null])
  })

  test('describes every known column, the required ones first', () => {
    const described = describedColumns()
    expect(described.map(({ name }) => name)).toEqual(importColumns)
    expect(described.map(({ required }) => required).indexOf(false)).toBe(10)
    expect(described.every(({ description }) => description !== '')).toBe(true)
  })
})
