import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { attributesOf, filterUnitsOfSearch } from '#modules/catalogue/search/document/attributes.ts'
import { filterUnits, withUnits } from './filter-units.ts'
import { isSeveral, linesOf, withLine, withMovedLine, withoutLine, withPasted } from './specification-lines.ts'

const text = 'Screen:  12.1in\r\n\n CE marked \nWeight: 4.2 kg'

describe('the lines of a specification', () => {
  it('are names with values, and notes without a name', () =>
    expect(linesOf(text)).toEqual([
      { name: 'Screen', value: ' 12.1in' },
      { name: '', value: '' },
      { name: '', value: ' CE marked ' },
      { name: 'Weight', value: '4.2 kg' },
    ]))

  it('are none for an empty text', () => expect(linesOf('')).toEqual([]))

  it('are unchanged when another one is changed', () => {
    expect(withLine(text, 3, { name: 'Weight', value: '5 kg' })).toBe('Screen:  12.1in\r\n\n CE marked \nWeight: 5 kg')
    expect(withLine(text, 0, { name: 'Display', value: '12 in' })).toBe(
      'Display: 12 in\r\n\n CE marked \nWeight: 4.2 kg',
    )
    expect(withLine(text, 4, { name: 'Alarm', value: '' })).toBe(`${text}\nAlarm: `)
    expect(withLine('', 0, { name: '', value: 'x' })).toBe('x')
    expect(withoutLine(text, 1)).toBe('Screen:  12.1in\r\n CE marked \nWeight: 4.2 kg')
    expect(withMovedLine('a\nb\nc', 0, 2)).toBe('b\nc\na')
    expect(withMovedLine('a\nb\nc', 2, 0)).toBe('c\na\nb')
  })

  it('preserve every text that is read and written back', () => {
    const line = fc.stringMatching(/^[^\n]{0,12}$/)
    fc.assert(
      fc.property(fc.array(line, { maxLength: 6 }), fc.nat({ max: 5 }), (lines, from) => {
        const whole = lines.join('\n')
        const count = linesOf(whole).length
        if (count === 0) return
        const index = from % count
        expect(withMovedLine(withMovedLine(whole, index, 0), 0, index)).toBe(whole)
      }),
    )
  })

  it('show typed text in the line it was typed into', () => {
    const typed = fc.stringMatching(/^[^:\n\r]{1,12}$/)
    fc.assert(
      fc.property(typed, typed, (name, value) => {
        expect(linesOf(withLine('a\nb', 1, { name, value }))[1]).toEqual({ name, value })
        expect(linesOf(withLine('a', 1, { name, value: '' }))[1]).toEqual({ name, value: '' })
      }),
    )
  })

  it('replace an empty line when they are pasted, and otherwise follow the line', () => {
    expect(withPasted('', 0, 'Screen: 12 in\r\n\n Weight\t4 kg ')).toEqual({
      text: 'Screen: 12 in\nWeight: 4 kg',
      last: 1,
    })
    expect(withPasted('a\nb', 0, 'x\ny')).toEqual({ text: 'a\nx\ny\nb', last: 2 })
    expect(withPasted('a', 1, 'Power:\t5 W')).toEqual({ text: 'a\nPower: 5 W', last: 1 })
  })

  it.each([
    ['12 in', false],
    ['Screen', false],
    ['ratio 2:1', false],
    ['Screen: 12 in', true],
    ['Screen\t12 in', true],
    ['Screen\nWeight', true],
    ['Screen\n', false],
  ])('are several in %j: %s', (pasted, expected) => expect(isSeveral(pasted)).toBe(expected))
})

describe('the suggested units', () => {
  it('are those of the search, which reads each of them as a number', () => {
    expect(filterUnits).toEqual(filterUnitsOfSearch)
    for (const unit of filterUnits) expect(attributesOf(`Size: 2 ${unit}`)).toEqual([[`Size (${unit})`, '', 2]])
  })

  it('continue a number', () => {
    expect(withUnits('12')).toContain('12 in')
    expect(withUnits('4.2 k')).toEqual(['4.2 kg', '4.2 kPa'])
    expect(withUnits('1,000 MMH')).toEqual(['1,000 mmHg'])
    expect([withUnits(''), withUnits('LED'), withUnits('12 inches wide')]).toEqual([[], [], []])
  })
})
