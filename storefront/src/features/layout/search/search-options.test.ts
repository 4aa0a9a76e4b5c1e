import { expect, it } from 'vitest'
import type { Suggestion } from '#modules/catalogue/schema.ts'
import { groupsOf, searchOptions } from './search-options.ts'

const suggestion = (id: string, brand: string): Suggestion => ({
  id,
  title: id,
  brand,
  posttype: 'oxygen-machines',
  logoUrl: '',
  price: 1,
  highlight: id,
})

const shown = (text: string, brands: readonly string[], recent: readonly string[] = []) =>
  searchOptions(
    text,
    brands.map((brand, index) => suggestion(`p${index}`, brand)),
    recent,
  ).map(({ id }) => id)

it('offers earlier searches that the text begins, categories and brands before the products', () => {
  expect(shown('oxy', ['Oxymed', 'Prana'], ['oxygen mask', 'bed', 'oxy'])).toEqual([
    'recent oxygen mask',
    'category oxygen-machines',
    'brand Oxymed',
    'p0',
    'p1',
    'search-for-all',
  ])
})

it('compares whole words from their beginning', () => {
  expect(shown('icu eq', [])).toEqual(['category icu-equipments', 'search-for-all'])
  expect(shown('gen', ['Oxygen'])).toEqual(['p0', 'search-for-all'])
  expect(shown('o', ['Oxymed'])).toEqual(['p0', 'search-for-all'])
})

it('offers the earlier searches for no text, and nothing for one that finds nothing', () => {
  expect(shown('', [], ['bed'])).toEqual(['recent bed', 'forget'])
  expect(shown('', [])).toEqual([])
  expect(shown('qwxyz', [], ['bed'])).toEqual([])
})

it('keeps the position of each option in the list', () => {
  const groups = groupsOf(searchOptions('oxy', [suggestion('p0', 'Oxymed')], []))
  expect(groups.map(({ heading, members }) => [heading, members.map(([, place]) => place)])).toEqual([
    ['Categories', [0]],
    ['Brands', [1]],
    ['Products', [2]],
    ['All results', [3]],
  ])
})
