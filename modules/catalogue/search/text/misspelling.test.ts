import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { deletionHashes, misspellings, misspellingsOfBeginning, toleranceOf } from './misspelling.ts'

const word = fc.string({ unit: fc.constantFrom(...'abcde'.split('')), minLength: 1, maxLength: 14 })

/** The distance by definition: the least number of edits between two words, by exhaustive search. */
function byDefinition(from: string, to: string): number {
  let words = new Set([from])
  for (let steps = 0; ; steps++) {
    if (words.has(to)) return steps
    words = new Set([...words].flatMap(oneStepFrom))
  }
}

function oneStepFrom(word: string): string[] {
  const places = Array.from({ length: word.length + 1 }, (_, place) => place)
  return places.flatMap((place) =>
    [0, 1, 2, 3].flatMap((kind) => ['a', 'b', 'c'].map((letter) => edited(word, [place, kind, letter]))),
  )
}

describe('misspellings', () => {
  test.each([
    ['pump', 'pump', 0],
    ['pomp', 'pump', 1],
    ['pupmp', 'pump', 1],
    ['pmp', 'pump', 1],
    ['pmup', 'pump', 1],
    ['ventlaitor', 'ventilator', 2],
    ['veinlator', 'ventilator', 2],
    ['', 'ab', 2],
  ])('from %s to %s: %i', (typed, meant, count) => expect(misspellings(typed, meant, 2)).toBe(count))

  test('are counted as defined', () => {
    const short = fc.string({ unit: fc.constantFrom(...'abc'.split('')), maxLength: 4 })
    fc.assert(
      fc.property(short, short, (a, b) => {
        expect(misspellings(a, b, 5)).toBe(byDefinition(a, b))
      }),
    )
  })

  test('are symmetric', () => {
    fc.assert(
      fc.property(word, word, (a, b) => {
        expect(misspellings(a, b, 14)).toBe(misspellings(b, a, 14))
      }),
    )
  })

  test('of a word being typed count only against a prefix', () => {
    expect(misspellingsOfBeginning('vemtil', 'ventilator', 1)).toBe(1)
    expect(misspellingsOfBeginning('ventil', 'ventilator', 1)).toBe(0)
    expect(misspellingsOfBeginning('tilator', 'ventilator', 1)).toBeGreaterThan(1)
  })
})

describe('deletion hashes', () => {
  test('are shared by any two words within the tolerance', () => {
    const misspelt = fc.tuple(word, fc.array(fc.tuple(fc.nat(14), fc.nat(3), fc.constantFrom(...'abcde'.split('')))))
    fc.assert(
      fc.property(misspelt, ([meant, edits]) => {
        const typed = edits.slice(0, 2).reduce(edited, meant)
        fc.pre(misspellings(typed, meant, 2) <= toleranceOf(Math.max(typed.length, meant.length)))
        const hashes = new Set(deletionHashes(meant))
        expect(deletionHashes(typed).some((hash) => hashes.has(hash))).toBe(true)
      }),
      { numRuns: 3000 },
    )
  })

  test('are few, however long the word', () => expect(deletionHashes('a1b2c3d4'.repeat(10)).length).toBeLessThan(40))
})

function edited(word: string, [place, kind, letter]: [number, number, string]): string {
  const at = place % (word.length + 1)
  const [before, here, after] = [word.slice(0, at), word.slice(at, at + 1), word.slice(at + 1)]
  if (kind === 0) return before + after
  if (kind === 1) return before + letter + here + after
  if (kind === 2) return before + letter + after
  return before + after.slice(0, 1) + here + after.slice(1)
}
