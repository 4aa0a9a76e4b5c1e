import { expect, test } from 'vitest'
import { likePatterns } from './like-patterns.ts'

test('turns each word into one pattern, in lower case and matched literally', () => {
  expect(likePatterns('  Asha  50%_off \\ ')).toEqual(['%asha%', '%50\\%\\_off%', '%\\\\%'])
})

test('creates no pattern for an empty text, and at most eight for a long one', () => {
  expect(likePatterns(undefined)).toEqual([])
  expect(likePatterns(' ')).toEqual([])
  expect(likePatterns('a b c d e f g h i j')).toHaveLength(8)
})
