import { expect, it } from 'vitest'
import { readMailsSearch } from './mails-search.ts'

it('reads the filters and the view of the list of mails from its URL', () => {
  const search = { text: 'ORD48210377', status: 'failed', kind: 'order-placed', from: '2026-11-01', sort: 'next-asc' }
  expect(readMailsSearch({ ...search, page: '2', columns: 'sent.about' })).toEqual({
    ...search,
    page: 2,
    columns: 'about.sent',
  })
})

it('leaves out what the list of mails does not offer', () => {
  const search = { status: 'queued', kind: 'toString', from: 'today', sort: 'created-desc', columns: 'lease' }
  expect(readMailsSearch(search)).toEqual({})
})
