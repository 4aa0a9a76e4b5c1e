import { describe, expect, test } from 'vitest'
import { bandOf, measuresIn, nearness, type Measure } from './measures.ts'

const found = (text: string) => measuresIn(text).map(({ unit, low, high }) => [unit, low, high])
const one = (text: string): Measure => measuresIn(text)[0] ?? { unit: 'none', low: 0, high: 0 }
const near = (asked: string, measured: string) => nearness(one(asked), one(measured))

describe('measures', () => {
  test('are numbers with a unit, in the base of the unit', () => {
    expect(found('5 litre')).toEqual([['l', 5, 5]])
    expect(found('500ml bottle, 0.5mm')).toEqual([
      ['l', 0.5, 0.5],
      ['m', 0.0005, 0.0005],
    ])
    expect(found('1,25,000 mg')).toEqual([['g', 125, 125]])
    expect(found('12.1 in monitor')).toEqual([['in', 12.1, 12.1]])
    expect(found('14.4V 100 mA')).toEqual([
      ['v', 14.4, 14.4],
      ['a', 0.1, 0.1],
    ])
  })

  test('of temperature, noise, torque, pressure and time are found as they are written', () => {
    expect(found('At 134 °C, 54 dB(A), 35 N·cm, 4 N·m, 200 kPa, 6 s, 2 years')).toEqual([
      ['°c', 134, 134],
      ['db(a)', 54, 54],
      ['n·m', 0.35, 0.35],
      ['n·m', 4, 4],
      ['kpa', 200, 200],
      ['s', 6, 6],
      ['month', 24, 24],
    ])
    expect(nearness({ unit: 'nm', low: 5, high: 5 }, { unit: 'n·m', low: 5, high: 5 })).toBeGreaterThan(0.9)
    expect(found('5 Nm at 470 nm')).toEqual([
      ['n·m', 5, 5],
      ['nm', 470, 470],
    ])
  })

  test('may be ranges, or the sides of an area', () => {
    expect(found('0.5 to 5 l/min')).toEqual([['l/min', 0.5, 5]])
    expect(found('10-100 µl')).toEqual([['l', 0.00001, 0.0001]])
    expect(found('14 × 17 in, 17x17 inch')).toEqual([
      ['in', 14, 14],
      ['in', 17, 17],
      ['in', 17, 17],
      ['in', 17, 17],
    ])
  })

  test('are not model numbers, counts or ratios', () => {
    expect(found('VM-12 in ICU 2 in 1, SP-10 L40, 3 channel, 2 lines, 80 mW/cm², 5 V2')).toEqual([])
  })

  test('have their position in the text', () => {
    expect(measuresIn('a 5 litre jar')).toEqual([{ unit: 'l', low: 5, high: 5, start: 2, end: 9 }])
  })
})

test('the band of a value is that of near ones', () => {
  expect([0.5, 0.52, 5].map(bandOf)).toEqual([-4, -3, 7])
  expect(bandOf(0)).toBeUndefined()
})

describe('the nearness of a value', () => {
  test('is 1 for the same value, and hardly less within the usual tolerance', () => {
    expect([near('12 inch', '12 in'), near('500 ml', '0.5 l'), near('5 l', '0.5 to 5 l')]).toEqual([1, 1, 1])
    expect(near('12 inch', '12.1 in')).toBeGreaterThan(0.98)
    expect(near('12 inch', '12.3 in')).toBeLessThan(0.8)
  })

  test('decreases with the distance, and is least for another unit', () => {
    expect(near('12 in', '10.4 in')).toBeGreaterThan(near('12 in', '8 in'))
    expect(near('12 in', '12 mm')).toBe(0)
    expect(near('3 l', '1 to 5 l')).toBeGreaterThan(near('3 l', '5 l'))
    expect(near('0 ml', '5 ml')).toBe(0)
  })

  test('treats litres as a flow in litres per minute', () => {
    expect(near('5 litre', '0.5 to 5 l/min')).toBeGreaterThan(0.9)
    expect(near('5 lpm', '5 l')).toBe(0)
  })
})
