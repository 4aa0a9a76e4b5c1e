import { expect, test } from 'vitest'
import type { Attribute } from './attributes.ts'
import {
  beginsPacked,
  isPacked,
  packAttributes,
  packMeasures,
  packWords,
  unpackAttributes,
  unpackMeasures,
  unpackWords,
  type ProfileMeasure,
} from './packed.ts'

test('words are found whole and by their prefix', () => {
  const packed = packWords(['flow', 'rate', '12.5'])
  expect(['flow', 'rate', '12.5'].every((word) => isPacked(word, packed))).toBe(true)
  expect(['flo', 'low', '12', '5'].some((word) => isPacked(word, packed))).toBe(false)
  expect(['fl', 'rate', '12.'].every((word) => beginsPacked(word, packed))).toBe(true)
  expect(beginsPacked('ate', packed)).toBe(false)
  expect(isPacked('flow', packWords([]))).toBe(false)
})

test('lists are unpacked unchanged', () => {
  const measures: ProfileMeasure[] = [
    ['l/min', 0.5, 15, 1],
    ['°c', -2.5, 1e-7, 0.3],
  ]
  const attributes: Attribute[] = [
    ['Flow (L/min)', '', 0],
    ['Alarm', 'three\tlevels', null],
    ['Weight (kg)', '', 4.2],
  ]
  for (const list of [measures, []]) expect(unpackMeasures(packMeasures(list))).toEqual(list)
  for (const list of [attributes, []]) expect(unpackAttributes(packAttributes(list))).toEqual(list)
  for (const list of [['a', 'b'], []]) expect(unpackWords(packWords(list))).toEqual(list)
})
