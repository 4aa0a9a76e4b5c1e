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

test('temperatures, noise, times, pressures and torques are numbers, too', () => {
  const text =
    'Steam: 134 °C\nNoise at 1 m: 54 dB(A)\nGain: 60 dB\nCharge time: 5 s\nShelf life: 24 months\nWarranty: 2 years\n' +
    'Pressure: 200 kPa\nTorque: 4.5 N·m\nSmall torque: 35 N·cm\nLarge torque: 5 Nm\nWavelength: 470 nm'
  expect(attributesOf(text).map(([name, , number]) => `${name}: ${number}`)).toEqual([
    'Steam (°C): 134',
    'Noise at 1 m (dB(A)): 54',
    'Gain (dB): 60',
    'Charge time (s): 5',
    'Shelf life (months): 24',
    'Warranty (months): 24',
    'Pressure (kPa): 200',
    'Torque (N·m): 4.5',
    'Small torque (N·m): 0.35',
    'Large torque (N·m): 5',
    'Wavelength (nm): 470',
  ])
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
