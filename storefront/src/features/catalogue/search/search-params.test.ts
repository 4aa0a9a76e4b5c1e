import { describe, expect, it } from 'vitest'
import { readFilterParams } from '../filters/filter-params.ts'
import { readSearchParams } from './search-params.ts'

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
