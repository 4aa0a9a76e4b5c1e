import type { Sort } from './filter-params.ts'
import { HiddenParams } from './hidden-params.tsx'
import type { Narrowing } from './use-narrowing.ts'
import * as styles from '../browse.module.css'

/** A sort order and its label. */
export type Sorting = { sort: Sort; label: string }

const byPrice: readonly Sorting[] = [
  { sort: 'price-asc', label: 'Price: low to high' },
  { sort: 'price-desc', label: 'Price: high to low' },
]

/** The first one is the default, and is left out of the URL. */
export const searchSortings: readonly Sorting[] = [
  { sort: 'relevance', label: 'Best match' },
  { sort: 'newest', label: 'Newest' },
  ...byPrice,
]
export const collectionSortings: readonly Sorting[] = [{ sort: 'newest', label: 'Newest' }, ...byPrice]

/** Sorts at once; without scripts, with a button that submits the form. */
export function SortSelect({ narrowing, sortings }: { narrowing: Narrowing; sortings: readonly Sorting[] }) {
  const usual = sortings[0]?.sort
  return (
    <form className={styles['sort']}>
      <HiddenParams search={{ ...narrowing.search, sort: undefined }} />
      <label className={styles['sort']}>
        Sort by
        <select
          name="sort"
          value={narrowing.search.sort ?? usual}
          onChange={({ target }) => {
            const sort = sortings.find((sorting) => sorting.sort === target.value)?.sort
            narrowing.narrow({ sort: sort === usual ? undefined : sort })
          }}
        >
          {sortings.map(({ sort, label }) => (
            <option key={sort} value={sort}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" className={styles['sortButton']}>
        Sort
      </button>
    </form>
  )
}
