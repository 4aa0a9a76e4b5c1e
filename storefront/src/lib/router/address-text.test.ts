import { describe, expect, it } from 'vitest'
import { addressText, queryString, readQuery } from './address-text.ts'

describe('the search part of an address', () => {
  it.each(['500', '12.10', '1e5', 'true', 'null', '"a"', '{"a":1}', 'x & y = z?', '₹ 5', ''])(
    'gives back the very text %j',
    (q) => expect(readQuery(queryString({ q }))).toEqual({ q }),
  )

  it('leaves out what is undefined, and is empty without anything', () => {
    expect(queryString({ q: 'a b', brand: undefined, page: 2 })).toBe('?q=a+b&page=2')
    expect(queryString({ q: undefined })).toBe('')
  })
})

it('a text of an address is trimmed, not too long, and nothing where it is blank or no text', () => {
  expect(addressText('  12.10 ', 200)).toBe('12.10')
  expect(addressText('abcdef', 3)).toBe('abc')
  for (const nothing of ['', '  ', undefined, null, ['a'], {}]) expect(addressText(nothing, 200)).toBeUndefined()
})
