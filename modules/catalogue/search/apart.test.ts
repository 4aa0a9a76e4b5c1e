import { describe, expect, test } from 'vitest'
import { setApart, setApartInTiers } from './apart.ts'

/** Items such as `a1`, of which those with the same letter look alike. */
const apart = (list: string, reach?: number) => setApart(list.split(' '), (item) => item.charAt(0), reach).join(' ')

describe('setting apart what looks alike', () => {
  test('keeps the order of a list without neighbours that look alike', () => {
    expect(apart('a1 b1 a2 c1 b2')).toBe('a1 b1 a2 c1 b2')
    expect(setApart([], () => 'a')).toEqual([])
  })

  test('leaves together what has no look, and looks at each item once', () => {
    const looked: string[] = []
    const glanceOf = (item: string) => {
      looked.push(item)
      return item.startsWith('a') ? 'a' : undefined
    }
    expect(setApart(['a1', 'b1', 'b2', 'a2', 'a3', 'b3'], glanceOf)).toEqual(['a1', 'b1', 'b2', 'a2', 'b3', 'a3'])
    expect(looked).toEqual(['a1', 'b1', 'b2', 'a2', 'a3', 'b3'])
  })

  test('moves up the nearest item that differs, and no other', () => {
    expect(apart('a1 a2 b1 c1')).toBe('a1 b1 a2 c1')
    expect(apart('a1 a2 a3 b1 c1 d1')).toBe('a1 b1 a2 c1 a3 d1')
    expect(apart('b1 a1 a2 c1 c2')).toBe('b1 a1 c1 a2 c2')
  })

  test('moves the last items up into a gap', () => {
    expect(apart('a1 b1 c1 d1 d2')).toBe('a1 b1 d2 c1 d1')
    expect(apart('a1 b1 c1 d1 e1 e2 e3')).toBe('a1 b1 e3 c1 e2 d1 e1')
  })

  test('leaves the first item first, and together what nothing can separate', () => {
    expect(apart('b1 a1 a2')).toBe('b1 a1 a2')
    expect(apart('a1 a2 a3')).toBe('a1 a2 a3')
    expect(apart('a1 a2 a3 b1')).toBe('a1 b1 a2 a3')
  })

  test('changes the order among neighbours of one tier only', () => {
    const items = ['x a1', 'y a2', 'y a3', 'y b1', 'z c1'].map((item) => {
      const [tier = '', name = ''] = item.split(' ')
      return { tier, name }
    })
    const names = setApartInTiers(items, ({ name }) => name.charAt(0), 2).map(({ name }) => name)
    expect(names).toEqual(['a1', 'a2', 'b1', 'a3', 'c1'])
  })

  test('moves nothing further than its reach', () => {
    expect(apart('a1 a2 a3 a4 b1', 2)).toBe('a1 a2 b1 a3 a4')
    expect(apart('c1 b1 c2 d1 e1 f1 f2', 2)).toBe('c1 b1 c2 d1 f2 e1 f1')
    expect(apart('c1 b1 f1 d1 e1 f2 f3', 1)).toBe('c1 b1 f1 d1 e1 f2 f3')
  })
})
