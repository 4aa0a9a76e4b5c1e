import { describe, expect, it } from 'vitest'
import { categoryTotals } from '../collection/category-totals.ts'
import { activeFilters, readFilterParams, readPriceRange } from '../filters/filter-params.ts'
import { readSearchParams, simplerSearches } from './search-params.ts'

const whatIsSet = (search: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))
const given = (search: Record<string, unknown>) => whatIsSet(readSearchParams(search))

describe('the URL of a search', () => {
  it('is parsed with a trimmed query and numbers converted from text', () => {
    expect(given({ q: ' patient monitor ', brand: 'Aarogya', sort: 'price-asc', page: '3', minPrice: '500' })).toEqual({
      q: 'patient monitor',
      brand: 'Aarogya',
      sort: 'price-asc',
      page: 3,
      minPrice: 500,
    })
    expect(given({ q: '12.10' })).toEqual({ q: '12.10' })
  })

  it('drops invalid values', () => {
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

  it('drops only the default sorting', () => {
    expect(whatIsSet(readFilterParams({ sort: 'newest' }, 'newest'))).toEqual({})
    expect(whatIsSet(readFilterParams({ sort: 'newest' }, 'relevance'))).toEqual({ sort: 'newest' })
  })
})

it('labels each active filter, and removes only that one', () => {
  const search = { category: 'icu-equipments', brand: 'Aarogya', minPrice: 5000, sort: 'newest' as const }
  expect(activeFilters(search)).toEqual([
    { label: 'Category: ICU Equipments', removed: { category: undefined } },
    { label: 'Brand: Aarogya', removed: { brand: undefined } },
    { label: 'From ₹5,000', removed: { minPrice: undefined, maxPrice: undefined } },
  ])
  expect(activeFilters({ maxPrice: 100_000 })[0]?.label).toBe('Up to ₹1,00,000')
  expect(activeFilters({ maxPrice: 19.99 })[0]?.label).toBe('Up to ₹19.99')
  expect(activeFilters({ minPrice: 1, maxPrice: 2 })[0]?.label).toBe('₹1 to ₹2')
})

describe('a typed price range', () => {
  it.each([
    ['5,000', '₹ 1,00,000', { minPrice: 5000, maxPrice: 100_000 }],
    ['', '', { minPrice: undefined, maxPrice: undefined }],
    ['0', '99.6', { minPrice: undefined, maxPrice: 99.6 }],
    ['38.499', '', { minPrice: 38.5, maxPrice: undefined }],
  ])('parses %j to %j', (from, to, range) => expect(readPriceRange(from, to)).toEqual(range))

  it.each([
    ['cheap', '', 'minPrice'],
    ['', '-5', 'maxPrice'],
    ['200', '100', 'maxPrice'],
  ])('rejects %j to %j at the field %s', (from, to, field) => expect(readPriceRange(from, to)).toMatchObject({ field }))
})

it('suggests single words if a query of several finds nothing', () => {
  expect(simplerSearches('blue icu bed of bed')).toEqual(['blue', 'icu', 'bed'])
  expect(simplerSearches('monitor')).toEqual([])
})

it('adds the products of sub-categories to their parent collection', () => {
  expect(categoryTotals({ tools: 2, 'sports-medicine': 3, medicines: 1, elsewhere: 9 })).toEqual({
    tools: 5,
    'sports-medicine': 3,
    medicines: 1,
  })
})
