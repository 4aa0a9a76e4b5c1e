import { describe, expect, test } from 'vitest'
import { boundedCache } from './bounded-cache.ts'
import { byteCache } from './byte-cache.ts'

const keysIn = (cache: ReturnType<typeof byteCache<number>>, keys: string) =>
  keys
    .split('')
    .filter((key) => cache.get(key) !== undefined)
    .join('')

describe('a cache of bytes', () => {
  test('lets the oldest go when it is full', () => {
    const cache = byteCache<number>(30)
    for (const key of 'abcd') cache.set(key, 1, 10)
    expect(keysIn(cache, 'abcd')).toBe('bcd')
  })

  test('keeps what was used a round longer', () => {
    const cache = byteCache<number>(30)
    for (const key of 'abc') cache.set(key, 1, 10)
    cache.get('a')
    cache.set('d', 1, 10)
    expect(keysIn(cache, 'abcd')).toBe('acd')
  })

  test('counts what replaces a value, not what was replaced', () => {
    const cache = byteCache<number>(30)
    for (const value of [1, 2, 3, 4]) cache.set('a', value, 20)
    cache.set('b', 5, 10)
    expect([cache.get('a'), cache.get('b')]).toEqual([4, 5])
  })

  test('never takes what is larger than all of it', () => {
    const cache = byteCache<number>(30)
    cache.set('a', 1, 10)
    cache.set('huge', 2, 31)
    expect([cache.get('a'), cache.get('huge')]).toEqual([1, undefined])
  })
})

test('a bounded cache lets the oldest go', () => {
  const cache = boundedCache<string, number>(2)
  cache.set('a', 1)
  cache.set('b', 2)
  cache.set('a', 3)
  cache.set('c', 4)
  cache.delete('c')
  expect(['a', 'b', 'c'].map((key) => cache.get(key))).toEqual([3, undefined, undefined])
})
