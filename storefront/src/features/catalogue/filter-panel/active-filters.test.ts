import { expect, it } from 'vitest'
import { activeFilters } from './active-filters.ts'

it('labels each active filter, and removes only that one', () => {
  const search = {
    category: 'icu-equipments',
    brand: 'Aarogya|Nirog',
    minPrice: 5000,
    'is.Alarm': 'Voice',
    'min.Screen (in)': '10',
    sort: 'newest' as const,
  }
  expect(activeFilters(search)).toEqual([
    { label: 'Category: ICU Equipments', removed: { category: undefined } },
    { label: 'Brand: Aarogya', removed: { brand: 'Nirog' } },
    { label: 'Brand: Nirog', removed: { brand: 'Aarogya' } },
    { label: 'From ₹5,000', removed: { minPrice: undefined, maxPrice: undefined } },
    { label: 'Alarm: Voice', removed: { 'is.Alarm': undefined } },
    {
      label: 'Screen (in): from 10',
      removed: { 'min.Screen (in)': undefined, 'max.Screen (in)': undefined },
    },
  ])
})

it.each([
  [{ maxPrice: 100_000 }, 'Up to ₹1,00,000'],
  [{ maxPrice: 19.99 }, 'Up to ₹19.99'],
  [{ minPrice: 1, maxPrice: 2 }, '₹1 to ₹2'],
  [{ 'max.Weight (kg)': '4.5' }, 'Weight (kg): up to 4.5'],
  [{ 'min.Weight (kg)': '0', 'max.Weight (kg)': '2' }, 'Weight (kg): 0 to 2'],
])('shows the range %j as %j', (search, label) => expect(activeFilters(search)[0]?.label).toBe(label))
