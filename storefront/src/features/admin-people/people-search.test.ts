import { expect, it } from 'vitest'
import { readPeopleSearch } from './people-search.ts'

it('reads the filters of the list of people from the URL, and ignores anything else', () => {
  expect(readPeopleSearch({ page: 2, text: ' asha ', role: 'ADMIN' })).toEqual({ page: 2, text: 'asha', role: 'ADMIN' })
  expect(readPeopleSearch({ page: 'x', text: '9820012345', role: 'GUEST' })).toEqual({ text: '9820012345' })
})

it('parses the days and the view of its URL, and drops invalid values', () => {
  const search = { role: 'STAFF', from: '2026-11-01', sort: 'name-desc', columns: 'id.name', size: '50' }
  expect(readPeopleSearch(search)).toEqual({ ...search, columns: 'name.id', size: 50 })
  expect(readPeopleSearch({ to: '2026-02-30', sort: 'since-asc', columns: 'password' })).toEqual({})
})
