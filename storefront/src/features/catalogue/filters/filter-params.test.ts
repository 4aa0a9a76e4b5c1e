import { describe, expect, it } from 'vitest'
import { toggled, valuesIn } from '../filter-panel/values.ts'
import { isFiltered, readFilterParams } from './filter-params.ts'
import { filtersOf } from './filters-of.ts'
import { withoutFilters } from './without-filters.ts'

const given = (search: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(readFilterParams(search, 'relevance')).filter(([, value]) => value !== undefined))

describe('the parameters of a list', () => {
  it('keep several values of one parameter, each once', () => {
    expect(toggled(undefined, 'Nirog')).toBe('Nirog')
    expect(toggled('Nirog', 'Jal')).toBe('Nirog|Jal')
    expect(toggled('Nirog|Jal', 'NIROG')).toBe('Jal')
    expect(toggled('Jal', 'Jal')).toBeUndefined()
    expect(valuesIn('Nirog| |Jal|')).toEqual(['Nirog', 'Jal'])
  })

  it('keep a value that contains the separator whole', () => {
    const text = toggled('Nirog', 'S | M')
    expect(valuesIn(text)).toEqual(['Nirog', 'S | M'])
    expect(toggled(text, 's | m')).toBe('Nirog')
  })

  it('are read with their specifications', () => {
    const search = { 'is.Alarm': 'Voice|Light', 'min.Screen (in)': '10' }
    const nonsense = { 'is.': 'x', 'is.None': ' ', 'no.Odd': '1', brand: [], category: 'doctors' }
    expect(given({ ...search, ...nonsense })).toEqual(search)
  })

  it('are sent in the form that the API accepts', async () => {
    const attributes = { 'is.Alarm': 'Voice', 'min.Size': '1', 'max.Size': '2e1' }
    expect(
      await filtersOf({ category: 'doctors|tools', brand: 'Nirog|Jal', company: '|', minPrice: 5, ...attributes }),
    ).toEqual({
      category: ['tools'],
      brand: ['Nirog', 'Jal'],
      minPrice: 5,
      filters: { Alarm: ['Voice'], Size: { min: 1, max: 20 } },
    })
  })

  it('are sent without invalid specifications', async () => {
    const nonsense = {
      utm_source: 'x',
      'min.Odd': 'x',
      'min.Empty': '',
      'max.Odd': '1e999',
      'is.None': ' | ',
      [`is.${'x'.repeat(61)}`]: 'long',
    }
    expect(await filtersOf(nonsense)).not.toHaveProperty('filters')
    const both = { 'min.Size': '1', 'is.Size': 'L', 'max.Size': '2' }
    expect((await filtersOf(both)).filters).toEqual({ Size: ['L'] })
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, number) => [`is.a${number}`, 'x']))
    expect(Object.keys((await filtersOf(many)).filters ?? {})).toHaveLength(20)
  })

  it('are cleared of every filter, but keep query and sorting', () => {
    const search = { q: 'monitor', sort: 'newest' as const, page: 2, brand: undefined, 'is.Alarm': 'Voice' }
    expect(isFiltered(search)).toBe(true)
    expect(isFiltered({ ...readFilterParams({ utm_source: 'x', 'is.Empty': '' }, 'newest') })).toBe(false)
    const cleared = { ...search, ...withoutFilters(search) }
    expect(isFiltered(cleared)).toBe(false)
    expect(cleared).toMatchObject({ q: 'monitor', sort: 'newest' })
  })
})
