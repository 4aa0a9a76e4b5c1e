import { expect, it } from 'vitest'
import { readSearchParams } from './search-params.ts'

const given = (search: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(readSearchParams(search)).filter(([, value]) => value !== undefined))

it('reads an address, trims the words, and takes a number for the text it was', () => {
  expect(given({ q: ' patient monitor ', brand: 'Aarogya', sort: 'price-asc', page: '3', minPrice: 500 })).toEqual({
    q: 'patient monitor',
    brand: 'Aarogya',
    sort: 'price-asc',
    page: 3,
    minPrice: 500,
  })
  expect(given({ q: 500 })).toEqual({ q: '500' })
})

it('leaves out what makes no sense', () => {
  const nonsense = {
    q: ['a'],
    category: 'doctors',
    sort: 'relevance',
    page: 'x',
    minPrice: '-5',
    maxPrice: 'NaN',
    brand: {},
  }
  expect(given(nonsense)).toEqual({ q: '' })
})
