import { formatExactPrice } from '../../../lib/format/format.ts'
import { categoryLabel } from '../../../lib/router/navigation.ts'
import type { FilterParams, TextParam } from '../filters/filter-params.ts'
import { attributesIn } from './attributes.ts'
import { toggled, valuesIn } from './values.ts'

/** An active filter: its label, and the change that removes it. */
export type ActiveFilter = { label: string; removed: Partial<FilterParams> }

export function activeFilters(search: FilterParams): ActiveFilter[] {
  const { minPrice, maxPrice } = search
  const price = { label: rangeLabel(minPrice, maxPrice, formatExactPrice), removed: noPrice }
  return [
    ...named('Category', chosenIn(search, 'category', categoryLabel)),
    ...named('Brand', chosenIn(search, 'brand')),
    ...named('Company', chosenIn(search, 'company')),
    ...((minPrice ?? maxPrice) === undefined ? [] : [price]),
    ...Object.entries(attributesIn(search)).flatMap(([name, filter]) =>
      Array.isArray(filter)
        ? named(name, chosenIn(search, `is.${name}`))
        : {
            label: `${name}: ${rangeLabel(filter.min, filter.max, String).toLowerCase()}`,
            removed: { [`min.${name}`]: undefined, [`max.${name}`]: undefined },
          },
    ),
  ]
}

const noPrice = { minPrice: undefined, maxPrice: undefined }

type Chosen = { shown: string; removed: Partial<FilterParams> }

function chosenIn(search: FilterParams, param: TextParam, labelOf: (value: string) => string = String): Chosen[] {
  const text = search[param]
  return valuesIn(text).map((value) => ({ shown: labelOf(value), removed: { [param]: toggled(text, value) } }))
}

function named(name: string, chosen: readonly Chosen[]): ActiveFilter[] {
  return chosen.map(({ shown, removed }) => ({ label: `${name}: ${shown}`, removed }))
}

function rangeLabel(from: number | undefined, to: number | undefined, shown: (value: number) => string): string {
  if (from === undefined) return to === undefined ? '' : `Up to ${shown(to)}`
  return to === undefined ? `From ${shown(from)}` : `${shown(from)} to ${shown(to)}`
}
