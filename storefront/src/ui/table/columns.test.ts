import { describe, expect, it } from 'vitest'
import { nextSort, shownColumns, sortedAs, unsortedColumns } from './columns.ts'

const columns = [
  { id: 'order', head: 'Order', cell: String },
  { id: 'total', head: 'Total', cell: String, sorts: 'desc' as const },
  { id: 'account', head: 'Account', cell: String, isExtra: true },
]
const shown = (chosen?: string) => shownColumns(columns, chosen).map(({ id }) => id)

describe('the columns of a table', () => {
  it('are the default ones, unless the address names others; the first one always stays', () => {
    expect(shown()).toEqual(['order', 'total'])
    expect(shown('account')).toEqual(['order', 'account'])
    expect(shown('nothing')).toEqual(['order'])
  })

  it('are left out where there is no room, unless the address names them', () => {
    const minor = [...columns, { id: 'city', head: 'City', cell: String, isMinor: true }]
    const areMinor = (chosen?: string) => shownColumns(minor, chosen).map(({ isMinor }) => isMinor ?? false)
    expect(areMinor()).toEqual([false, false, true])
    expect(areMinor('city')).toEqual([false, false])
  })

  it('are sorted in their first direction, then in the other one, and so on', () => {
    const total = { id: 'total', sorts: 'desc' as const }
    expect(nextSort(total, 'placed-desc')).toBe('total-desc')
    expect(nextSort(total, 'total-desc')).toBe('total-asc')
    expect(nextSort(total, 'total-asc')).toBe('total-desc')
    expect(nextSort({ id: 'city', sorts: 'asc' }, 'city-asc')).toBe('city-desc')
  })

  it('are picked in another order and cannot be sorted in a part of a list', () => {
    expect(unsortedColumns<string, string>(columns, ['total', 'order'])).toEqual([
      { id: 'total', head: 'Total', cell: String, isMinor: false },
      { id: 'order', head: 'Order', cell: String, isMinor: false },
    ])
  })

  it('report the sort direction, for the sorted column only', () => {
    expect(['total', 'order'].map((id) => sortedAs(id, 'total-desc'))).toEqual(['descending', undefined])
    expect(sortedAs('total', 'total-asc')).toBe('ascending')
  })
})
