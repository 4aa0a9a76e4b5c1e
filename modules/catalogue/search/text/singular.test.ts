import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { singular } from './singular.ts'

test.each([
  ['monitors', 'monitor'],
  ['syringes', 'syringe'],
  ['trolleys', 'trolley'],
  ['batteries', 'battery'],
  ['boxes', 'box'],
  ['masses', 'mass'],
  ['brushes', 'brush'],
  ['torches', 'torch'],
  ['viruses', 'virus'],
  ['valves', 'valve'],
  ['shelves', 'shelf'],
  ['lenses', 'lens'],
  ['teeth', 'tooth'],
])('%s and %s have the same form', (plural, form) => {
  expect(singular(plural)).toBe(singular(form))
  expect(singular(form)).toBe(form)
})

test.each(['glass', 'virus', 'analysis', 'gas', 'ecg', 'lens', 'मॉनिटर', 'ms8s', 'gauzés'])('%s is unchanged', (word) =>
  expect(singular(word)).toBe(word),
)

test('is idempotent', () => {
  const letter = fc.constantFrom(...'aeiouxhcsuz'.split(''))
  fc.assert(
    fc.property(fc.string({ unit: letter }), (word) => {
      expect(singular(singular(word))).toBe(singular(word))
    }),
    { numRuns: 2000 },
  )
})
