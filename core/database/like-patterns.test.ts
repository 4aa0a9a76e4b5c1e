import { expect, test } from 'vitest'
import { likePatterns } from './like-patterns.ts'

test('every word is a pattern of its own, in lower case and taken literally', () => {
  expect(likePatterns('  Asha  50%_off \\ ')).toEqual(['%asha%', '%50\\%\\_off%', '%\\\\%'])
})

test('nothing typed asks for nothing, and eight words are enough', () => {
  expect(likePatterns(undefined)).toEqual([])
  expect(likePatterns(' ')).toEqual([])
  expect(likePatterns('a b c d e f g h i j')).toHaveLength(8)
})
