import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { facetValue, nameOfFacet } from './facet-names.ts'

/** What Meilisearch does to a value before it counts it. */
const normalised = (value: string) => value.trim().normalize('NFKD').toLowerCase()

test('distinguishes every spelling of a name, whatever Meilisearch does to it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (name) => {
      const value = facetValue(name)
      expect(normalised(value)).toBe(value)
      expect(nameOfFacet(value)).toBe(name.normalize('NFC').trim())
    }),
    { numRuns: 500, seed: 20 },
  )
})

test.each([
  ['Aarogya', '^aarogya'],
  ['BPL 100 % ^', '^b^p^l 100 ^% ^^'],
  ['Dräger™', '^dr%e4;ger%2122;'],
  ['आरोग्य', 'आरोग्य'],
])('writes %s as %s', (name, value) => expect(facetValue(name)).toBe(value))
