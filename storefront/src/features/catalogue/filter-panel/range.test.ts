import { describe, expect, it } from 'vitest'
import { readPrice } from '../filters/filter-params.ts'
import { readRange } from './range.ts'

const read = (from: string, to: string) => readRange({ from, to }, 'Enter a number', readPrice)

describe('a typed range', () => {
  it.each([
    ['5,000', '₹ 1,00,000', { from: 5000, to: 100_000 }],
    ['', '', { from: undefined, to: undefined }],
    ['0', '99.6', { from: undefined, to: 99.6 }],
    ['38.499', '.', { from: 38.5, to: undefined }],
  ])('parses %j to %j', (from, to, range) => expect(read(from, to)).toEqual(range))

  it.each([
    ['cheap', '', 'from'],
    ['', '-5', 'to'],
    ['200', '100', 'to'],
  ])('rejects %j to %j at the field %s', (from, to, field) => expect(read(from, to)).toMatchObject({ field }))

  it('may begin at 0', () =>
    expect(readRange({ from: '0', to: '' }, '', (typed) => typed)).toEqual({ from: 0, to: undefined }))
})
