import { expect, it } from 'vitest'
import { readPeopleSearch } from './people-search.ts'

it('reads the filters of the list of people from the URL, and ignores anything else', () => {
  expect(readPeopleSearch({ page: 2, text: ' asha ', role: 'ADMIN' })).toEqual({ page: 2, text: 'asha', role: 'ADMIN' })
  expect(readPeopleSearch({ page: 'x', text: '9820012345', role: 'GUEST' })).toEqual({ text: '9820012345' })
})
