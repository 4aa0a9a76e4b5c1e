import { expect, test } from 'vitest'
import { attributesOf } from './attributes.ts'

test('numbers are compared in one unit, which is part of the name', () => {
  const text = 'Weight: 4.2 kg\nDisplay: 12.1in\nTank: 2 l\nChannels: 12'
  expect(attributesOf(text)).toEqual([
    ['Weight (kg)', '', 4.2],
    ['Display (in)', '', 12.1],
    ['Tank (ml)', '', 2000],
    ['Channels', '', 12],
  ])
  expect(attributesOf('Weight: 300 g')).toEqual([['Weight (kg)', '', 0.3]])
})

test('everything else is a choice', () => {
  expect(attributesOf('Alarm: three levels\nFlow: 0.5 to 5 l/min\nPower: 230 V, 50 Hz')).toEqual([
    ['Alarm', 'three levels', null],
    ['Flow', '0.5 to 5 l/min', null],
    ['Power', '230 V, 50 Hz', null],
  ])
})

test('a line without a name, or with a sentence, is neither', () => {
  expect(attributesOf(`Portable\n: 5\nNote:\nUse: ${'x'.repeat(81)}`)).toEqual([])
})
