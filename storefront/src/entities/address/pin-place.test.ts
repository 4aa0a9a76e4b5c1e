import { expect, test } from 'vitest'
import { noPlace, placeToFill } from './pin-place.ts'

const pune = { city: 'Pune', state: 'Maharashtra' }
const patna = { city: 'Patna', state: 'Bihar' }

test('a PIN code fills in city and state if nothing was typed', () => {
  expect(placeToFill(noPlace, pune, noPlace)).toEqual(pune)
  expect(placeToFill({ city: ' ', state: '' }, pune, noPlace)).toEqual(pune)
})

test('a PIN code keeps what was typed', () => {
  expect(placeToFill({ city: 'Poona', state: '' }, pune, noPlace)).toEqual({ state: 'Maharashtra' })
  expect(placeToFill({ city: 'Poona', state: 'MH' }, pune, patna)).toEqual({})
  expect(placeToFill(patna, pune, noPlace)).toEqual({})
})

test('a corrected PIN code replaces what the previous one filled in', () => {
  expect(placeToFill(patna, pune, patna)).toEqual(pune)
  expect(placeToFill({ city: 'Patna City', state: 'Bihar' }, pune, patna)).toEqual({ state: 'Maharashtra' })
})
