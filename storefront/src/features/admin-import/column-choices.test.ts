import { describe, expect, it } from 'vitest'
import type { MatchedColumns } from '#modules/catalogue/schema.ts'
import { describedColumns } from '#modules/catalogue/import/domain/columns.ts'
import { matchColumns } from '#modules/catalogue/import/domain/match-columns.ts'
import { choiceFaults, isUncertain, leftOut, pictureColumnsOf, proposedChoices, samplesOf } from './column-choices.ts'
import { requiredColumns } from './read-csv.ts'

const matchedOf = (columns: string[]): MatchedColumns => ({
  columns: matchColumns(columns),
  fields: describedColumns(),
  pictureHosts: [],
})

describe('the columns of a file', () => {
  it('need no review if all of them are known and none is missing', () => {
    expect(isUncertain(matchedOf(requiredColumns))).toBe(false)
    expect(isUncertain(matchedOf([...requiredColumns, 'error']))).toBe(false)
  })

  it.each([['Colour'], ['Model No.']])('need a review because of %s', (column) =>
    expect(isUncertain(matchedOf([...requiredColumns, column]))).toBe(true),
  )

  it('cannot be sent while a required one is missing or two are mapped to the same', () => {
    const matched = matchedOf([...requiredColumns.filter((name) => name !== 'qty'), 'Colour'])
    expect(isUncertain(matched)).toBe(true)
    const choices = proposedChoices(matched)
    expect(choiceFaults(matched, choices)).toEqual(['Choose the columns for: qty.'])
    expect(choiceFaults(matched, { ...choices, Colour: 'title' })).toEqual([
      'Choose the columns for: qty.',
      'More than one column is chosen for: title.',
    ])
    expect(choiceFaults(matched, { ...choices, Colour: 'qty' })).toEqual([])
  })

  it('are named if their values would be omitted', () => {
    const file = { columns: ['A', 'B', 'C'], rows: [{ row: 2, fields: { A: 'x', B: ' ', C: 'y' } }] }
    expect(leftOut(file, { A: null, B: null, C: 'sku' })).toEqual(['A'])
  })

  it('are known to hold pictures by what they are mapped to', () =>
    expect(pictureColumnsOf({ Photo: 'logo_url', Text: 'logo_alt', logo_url: null, Other: 'img_url3' })).toEqual([
      'Photo',
      'Other',
    ]))

  it('show their first distinct values', () => {
    const texts = ['', 'red', 'red', ' blue ', 'x'.repeat(80), 'green']
    const rows = texts.map((A, index) => ({ row: index + 2, fields: { A } }))
    expect(samplesOf({ columns: ['A'], rows }, 'A')).toEqual(['red', 'blue', `${'x'.repeat(59)}…`])
  })
})
