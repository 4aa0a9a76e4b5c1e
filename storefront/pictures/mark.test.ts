import { describe, expect, test } from 'vitest'
import { captionOf, markOf } from './mark.ts'

const product = (title: string, featureDescription = '', modelNumber: string | null = null) => ({
  title: `Aarogya ${title}`,
  brand: 'Aarogya',
  featureDescription,
  modelNumber,
})

describe('the deciding number of a product', () => {
  test.each([
    ['Patient Monitor, 12.1 in', '12.1″'],
    ['Concentrator, 5 l/min', '5 L/min'],
    ['Syringe 2 ml with 24 G Needle, Box of 10', '24 G'],
    ['Ointment IP, 20 g, Pack of 20', '20 g'],
    ['Flat Panel, 14 × 17 in', '14×17″'],
    ['Surgery Set, 24 Pieces', '24 pcs'],
  ])('is the last measure of the title, without the number in a pack: %s', (title, mark) =>
    expect(markOf(product(title))?.text).toBe(mark),
  )

  test('is the strength of a medicine, while the content of a bottle sizes its drawing', () =>
    expect(markOf(product('Sodium Chloride 0.9 %, 500 ml, Case of 20'))).toEqual({
      text: '0.9 %',
      value: { amount: 500, unit: 'ml' },
    }))

  test.each([
    ['Colour: White\nScreen size: 15.6 in, touch', '15.6″'],
    ['Flow: 1 to 8 l/min', '8 L/min'],
    ['Channels: 12', '12 ch'],
    ['Display: up to 27 in', '27″'],
    ['Drawers: 1', '1 drawer'],
  ])('is otherwise the first decisive one of the specification: %j', (specification, mark) =>
    expect(markOf(product('Device', specification))?.text).toBe(mark),
  )

  test('is otherwise the model number or the name of the series', () => {
    expect(markOf(product('Syringe Pump', 'Channels: 1', 'SP-10'))?.text).toBe('SP-10')
    expect(markOf(product('Nidra C10 CPAP'))?.text).toBe('Nidra C10')
    expect(markOf(product('Incomprehensibilities'))).toBeUndefined()
  })

  test('is not read from a name', () => {
    expect(markOf(product('Prabhas 4M Viewer'))?.text).toBe('Prabhas 4M')
    expect(markOf(product('Vaayu 8HP Concentrator'))?.text).toBe('Vaayu 8HP')
  })
})

test('the caption is the words after the brand, up to a comma and as many as fit', () => {
  expect(captionOf(product('Zinc Oxide Cream, 50 g'))).toBe('Zinc Oxide Cream')
  expect(captionOf(product('Nidraya 7 Lateral-Tilt ICU Bed'))).toBe('Nidraya 7 Lateral-Tilt')
  expect(captionOf(product('Vahan 1 Stretcher on Wheels'))).toBe('Vahan 1 Stretcher')
})
