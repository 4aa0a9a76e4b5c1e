import { describe, expect, it } from 'vitest'
import { addressText, queryString, readQuery } from './address-text.ts'

describe('a query string', () => {
  it.each(['500', '12.10', '1e5', 'true', 'null', '"a"', '{"a":1}', 'x & y = z?', '₹ 5', ''])(
    'preserves the text %j exactly',
    (q) => expect(readQuery(queryString({ q }))).toEqual({ q }),
  )

  it('omits undefined values, and is empty without any value', () => {
    expect(queryString({ q: 'a b', brand: undefined, page: 2 })).toBe('?q=a+b&page=2')
    expect(queryString({ q: undefined })).toBe('')
  })
})

it('trims and shortens a text of an address, and ignores a blank one and other values', () => {
  expect(addressText('  12.10 ', 200)).toBe('12.10')
  expect(addressText('abcdef', 3)).toBe('abc')
  for (const ignored of ['', '  ', undefined, null, ['a'], {}]) expect(addressText(ignored, 200)).toBeUndefined()
})
