import { describe, expect, test } from 'vitest'
import { facetValues } from './facet-values.ts'

const counts = { Aarogya: 3, 'Dräger India': 5, Jal: 1 }
const pressed = (chosen: readonly string[], limit = 8) =>
  facetValues(counts, { chosen, limit }).map(({ value, count, isChosen }) => [value, count, isChosen])

describe('the values of a facet', () => {
  test('are listed most frequent first, up to the limit', () =>
    expect(facetValues(counts, { chosen: [], limit: 2 })).toEqual([
      { value: 'Dräger India', count: 5, isChosen: false },
      { value: 'Aarogya', count: 3, isChosen: false },
    ]))

  test.each(['Dräger India', 'dräger india', ' DRAGER  INDIA'])('contain the selected %j once', (chosen) =>
    expect(pressed([chosen])).toEqual([
      ['Dräger India', 5, true],
      ['Aarogya', 3, false],
      ['Jal', 1, false],
    ]),
  )

  test('contain the selected ones beyond the limit, and those that are not counted', () => {
    expect(pressed(['jal', 'Unknown', 'Aarogya'], 1)).toEqual([
      ['Dräger India', 5, false],
      ['Aarogya', 3, true],
      ['Jal', 1, true],
      ['Unknown', 0, true],
    ])
  })
})
