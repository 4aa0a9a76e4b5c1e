import { priceAdvice } from '../amounts.ts'
import { describe, expect, it } from 'vitest'
import { emptyProductForm, productFaults, productInput } from './product-form.ts'

const filled = {
  ...emptyProductForm,
  title: ' Monitor ',
  company: 'Aarogya',
  price: '84,500.50',
  qty: '12',
  lookupType: 'Equipment',
  brand: 'Aarogya',
  featureDescription: 'Screen: 12 in',
  description: 'A monitor',
}

describe('the product form', () => {
  it('reports every missing field, in the order and with the messages of the specification', () => {
    expect(productFaults(emptyProductForm).map(({ message }) => message)).toEqual([
      'Title cannot be empty',
      'Company cannot be empty',
      'Price cannot be empty',
      'Quantity cannot be empty',
      'Lookup Type cannot be empty',
      'Brand Type cannot be empty',
      'Feature Description Type cannot be empty',
      'Description cannot be empty',
    ])
  })

  it('requires no picture and no category', () => expect(productFaults(filled)).toEqual([]))

  it.each([
    ['', 'Price cannot be empty'],
    [' ', 'Price cannot be empty'],
    ['abc', priceAdvice],
    ['-1', priceAdvice],
    ['1e999', priceAdvice],
  ])('rejects %j as a price', (price, message) =>
    expect(productFaults({ ...filled, price })).toEqual([{ field: 'price', message }]),
  )

  it.each([
    ['', 'Quantity cannot be empty'],
    ['1.5', 'Quantity must be a whole number'],
    ['-3', 'Quantity must be a whole number'],
    ['x', 'Quantity must be a whole number'],
  ])('rejects %j as a quantity', (qty, message) =>
    expect(productFaults({ ...filled, qty })).toEqual([{ field: 'qty', message }]),
  )

  it('sends numbers as numbers, and trims names', () => {
    expect(productInput(filled)).toMatchObject({ title: 'Monitor', price: 84_500.5, qty: 12 })
  })
})
