import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { misspellings, misspellingsOfBeginning, toleranceOf } from '../../text/misspelling.ts'
import { WordListBuilder, type WordList } from './word-list.ts'

function listOf(words: readonly string[]): WordList {
  const builder = new WordListBuilder()
  for (const [place, word] of words.entries()) builder.add([{ word, documents: place }])
  return builder.build(1)
}

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'r', 'म'), minLength: 1, maxLength: 11 })

describe('a list of words', () => {
  test('finds every word within the tolerance of a typed one', () => {
    fc.assert(
      fc.property(fc.uniqueArray(word, { minLength: 1, maxLength: 60 }), word, (words, typed) => {
        const isSimilar = (one: string) => {
          const tolerance = toleranceOf(Math.max(one.length, typed.length))
          return misspellings(typed, one, tolerance) <= tolerance
        }
        const found = new Set(
          listOf(words)
            .similarTo(typed)
            .map((similar) => similar.word),
        )
        expect(words.filter((one) => isSimilar(one) && !found.has(one))).toEqual([])
      }),
      { numRuns: 300 },
    )
  })

  test('corrects to no code and to no marked word', () => {
    const words = listOf(['vm12', '~mntr', 'mount'])
    expect(words.has('vm12')).toBe(true)
    expect(words.has('~mntr')).toBe(true)
    expect(words.similarTo('vm13')).toEqual([])
    expect(words.begunLike('vm1', 10)).toEqual([])
  })

  test('reports whether a longer word begins as typed', () => {
    const words = listOf(['pump', 'pumps', 'oxygen', 'मॉनिटर'])
    expect(['pum', 'pump', 'मॉ'].map((beginning) => words.hasLonger(beginning))).toEqual([true, true, true])
    expect(['pumps', 'oxygen', 'z', 'ः'].map((beginning) => words.hasLonger(beginning))).toEqual(
      Array.from({ length: 4 }, () => false),
    )
  })

  test('finds every word that begins as typed but for the tolerated mistakes, the first letter included', () => {
    fc.assert(
      fc.property(fc.uniqueArray(word, { minLength: 1, maxLength: 60 }), word, (words, typed) => {
        const tolerance = toleranceOf(typed.length)
        const found = new Set(
          listOf(words)
            .begunLike(typed, 100)
            .map((begun) => begun.word),
        )
        const isBegun = (one: string) => misspellingsOfBeginning(typed, one, tolerance) <= tolerance
        expect(words.filter((one) => isBegun(one) && !found.has(one))).toEqual([])
      }),
      { numRuns: 300 },
    )
  })

  test('lists the most frequent of them', () => {
    expect(listOf(['pump', 'cuff', 'probe', 'pumice']).begunLike('pum', 1)).toEqual([{ word: 'pumice', documents: 3 }])
  })
})
