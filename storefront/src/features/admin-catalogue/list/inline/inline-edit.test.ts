import { describe, expect, it } from 'vitest'
import type { ManagedProduct } from '#modules/catalogue/schema.ts'
import { conflictText, inlineText, readInline } from './inline-edit.ts'
import { changesBetween, mergedForm } from '../../form/product-changes.ts'
import { productForm } from '../../form/product-form.ts'

const seen: ManagedProduct = {
  id: 'p1',
  title: 'Monitor',
  company: 'Aarogya',
  brand: 'Aarogya',
  lookupType: 'Equipment',
  posttype: 'icu-equipments',
  description: 'Bedside monitor',
  featureDescription: 'Screen: 12 in',
  logoUrl: '',
  imgUrl1: '',
  imgUrl2: '',
  imgUrl3: '',
  createDate: '2026-11-20T09:30:00.000Z',
  price: 84_500.5,
  qty: 12,
  sku: null,
  modelNumber: null,
  revision: 1,
  deleted: false,
  changeDate: '2026-11-20T09:30:00.000Z',
}

describe('a value edited in the list', () => {
  it('accepts digit grouping', () => {
    expect(readInline('price', ' ₹84,500.50 ')).toEqual({ value: 84_500.5 })
    expect(readInline('qty', '1,200')).toEqual({ value: 1200 })
  })

  it.each([
    ['price', '', 'Price cannot be empty'],
    ['qty', ' ', 'Quantity cannot be empty'],
    ['price', '-5', 'Price must be an amount in rupees, such as 84500.50'],
    ['price', 'abc', 'Price must be an amount in rupees, such as 84500.50'],
    ['qty', '1.5', 'Stock must be a whole number'],
  ] as const)('is rejected as %s when it is %j', (field, text, fault) =>
    expect(readInline(field, text)).toEqual({ fault }),
  )

  it('is formatted so that it parses to the same value', () => {
    expect(inlineText('price', seen)).toBe('84500.50')
    expect(readInline('price', inlineText('price', seen))).toEqual({ value: seen.price })
  })
})

describe('a change by another admin', () => {
  it('is reported with the current value', () => {
    expect(conflictText(seen, { ...seen, price: 90_000, logoUrl: '/a.svg' })).toBe(
      'Another admin changed this product while you edited it: Price is now ₹90,000.00, Logo URL is now /a.svg. Your value was not saved.',
    )
    expect(conflictText(seen, { ...seen, deleted: true })).toMatch(/deleted/)
  })

  it('is listed field by field, with long texts cut', () => {
    const changes = changesBetween(seen, { ...seen, description: 'x'.repeat(200), posttype: 'x-ray' })
    expect(changes.map(({ label }) => label)).toEqual(['Category', 'Description'])
    expect(changes[0]).toMatchObject({ from: 'ICU Equipments', to: 'X-Ray' })
    expect(changes[1]?.to).toHaveLength(80)
    expect(changesBetween({ ...seen, modelNumber: '' }, seen)).toEqual([])
    expect(changesBetween(seen, { ...seen, modelNumber: 'VM-12' })).toMatchObject([{ from: '', to: 'VM-12' }])
  })

  it('keeps the fields that this admin has edited, and replaces the rest', () => {
    const mine = { ...productForm(seen), title: 'Monitor 2', qty: '12' }
    const theirs = productForm({ ...seen, title: 'Their title', qty: 5 })
    expect(mergedForm({ seen: productForm(seen), mine, theirs })).toMatchObject({ title: 'Monitor 2', qty: '5' })
  })
})
