import { describe, expect, it } from 'vitest'
import { lastPageRedirect } from './last-page.ts'

describe('a page beyond the last one', () => {
  const found = { number: 4, totalPages: 3 }

  it('is replaced by the last one, with the same other parameters', () =>
    expect(lastPageRedirect(found, '/admin/orders?status=received&page=5&text=a+b%26c')).toBe(
      '/admin/orders?status=received&text=a+b%26c&page=3',
    ))

  it('is replaced by the address without a page if the list has one page', () =>
    expect(lastPageRedirect({ ...found, totalPages: 1 }, '/my-orders?page=5')).toBe('/my-orders'))

  it.each([
    ['a list without entries', { ...found, totalPages: 0 }],
    ['the last page, whose entries were removed after they were counted', { ...found, number: 2 }],
  ])('is not %s', (_what, page) => expect(lastPageRedirect(page, '/my-orders?page=5')).toBeUndefined())
})
