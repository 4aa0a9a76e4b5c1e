import { expect, it } from 'vitest'
import { readExportsSearch } from './exports-search.ts'

it('reads the filters and the view of the list of exports from its URL', () => {
  const search = { status: 'failed', format: 'csv', to: '2026-11-01', sort: 'events-desc', density: 'compact' }
  expect(readExportsSearch({ ...search, page: '2' })).toEqual({ ...search, page: 2 })
})

it('leaves out what the list of exports does not offer', () => {
  expect(
    readExportsSearch({ status: 'toString', format: 'pdf', to: 'x', sort: 'asked-desc', columns: 'lease' }),
  ).toEqual({})
})
