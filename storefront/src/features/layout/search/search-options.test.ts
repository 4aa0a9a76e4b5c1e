import { expect, it } from 'vitest'
import type { Suggestion, Suggestions } from '#modules/catalogue/schema.ts'
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

const found = (changes: Partial<Suggestions> = {}): Suggestions => ({
  products: [],
  categories: [],
  brands: [],
  ...changes,
})
const shown = (text: string, suggestions: Partial<Suggestions>, recent: readonly string[] = []) =>
  searchOptions(text, found(suggestions), recent).map(({ id }) => id)

const [first, second] = [suggestion('p0', 'Oxymed'), suggestion('p1', 'Prana')]

it('offers earlier searches that the text begins, categories and brands before the products', () => {
  const suggestions = { products: [first, second], categories: ['oxygen-machines'], brands: ['Oxymed'] }
  expect(shown('oxy', suggestions, ['oxygen mask', 'bed', 'oxy'])).toEqual([
    'recent oxygen mask',
    'category oxygen-machines',
    'brand Oxymed',
    'p0',
    'p1',
    'search-for-all',
  ])
})

it('offers at most three categories and two brands', () => {
  const categories = ['x-ray', 'tools', 'medicines', 'oxygen-machines']
  expect(shown('m', { categories, brands: ['A', 'B', 'C'] })).toEqual([
    'category x-ray',
    'category tools',
    'category medicines',
    'brand A',
    'brand B',
    'search-for-all',
  ])
})

it('offers the earlier searches for no text, and nothing for one that finds nothing', () => {
  expect(shown('', {}, ['bed'])).toEqual(['recent bed', 'clear-recent'])
  expect(shown('', {})).toEqual([])
  expect(shown('qwxyz', {}, ['bed'])).toEqual([])
})

it('keeps the position of each option in the list', () => {
  const groups = groupsOf(
    searchOptions('oxy', found({ products: [first], categories: ['oxygen-machines'], brands: ['Oxymed'] }), []),
  )
  expect(groups.map(({ heading, members }) => [heading, members.map(([, place]) => place)])).toEqual([
    ['Categories', [0]],
    ['Brands', [1]],
    ['Products', [2]],
    ['All results', [3]],
  ])
})
