import { clsx } from 'clsx'
import { SlidersHorizontal } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useAnnouncement } from '../../lib/atoms/announcement-atoms.ts'
import { countOf } from '../../lib/format/format.ts'
import { pageSummary } from '../../lib/router/pagination.ts'
import { isWide, useIsWide } from '../../lib/use-is-wide.ts'
import { Button } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/feedback/lazy-part.tsx'
import { pagePart } from '../../ui/feedback/page-part.tsx'
import { PageHead } from '../../ui/page.tsx'
import type { Place } from './filter-panel/categories.tsx'
import type { FiltersProps, ListFacets } from './filter-panel/filters.tsx'
import { isFiltered, type FilterParams } from './filters/filter-params.ts'
import { SortSelect, type Sorting } from './filters/sort-select.tsx'
import { useNarrowing, type Narrowing } from './filters/use-narrowing.ts'
import * as styles from './browse.module.css'
// Without scripts, the chunk of the filters, which has their styles, is not fetched.
import './filter-panel/facets.module.css'

const Filters = pagePart(() => import('./filter-panel/filters.tsx').then((module) => module.Filters), isWide)
const FilterChips = pagePart(
  () => import('./filter-panel/filter-chips.tsx').then((module) => module.FilterChips),
  isWide,
)
const FilterSheet = lazyPart(() => import('./filter-panel/filter-sheet.tsx').then((module) => module.FilterSheet))

type BrowseProps = {
  title: string
  page: { number: number; totalPages: number; totalElements: number }
  search: FilterParams
  sortings: readonly Sorting[]
  /** `undefined` if they could not be counted; the list is then shown without filters. */
  facets: ListFacets | undefined
  place: Place
  above?: ReactNode
  children: (narrowing: Narrowing) => ReactNode
}

/** A list of products with filters and sorting: filters are next to it on a wide screen, in a sheet on a phone. */
export function Browse({ title, page, search, sortings, facets, place, above, children }: BrowseProps) {
  const narrowing = useNarrowing(search)
  const [sheetOpen, setSheetOpen] = useState(false)
  const count = countOf(page.totalElements, 'product')
  useAnnouncement(pageSummary(page, count))
  const filters: FiltersProps | undefined = facets && { narrowing, facets, place, total: page.totalElements }
  return (
    <>
      <PageHead title={title} lead={count}>
        <div className={styles['tools']}>
          {filters && (
            <Button
              look="secondary"
              className={styles['sheetButton']}
              aria-haspopup="dialog"
              onClick={() => setSheetOpen(true)}
            >
              <SlidersHorizontal aria-hidden /> Filters
            </Button>
          )}
          <SortSelect narrowing={narrowing} sortings={sortings} />
        </div>
      </PageHead>
      {above}
      <div className={styles['body']}>
        {filters && <Side {...filters} />}
        <div className={clsx(styles['results'], narrowing.busy && styles['busy'])} aria-busy={narrowing.busy}>
          {isFiltered(narrowing.search) && <FilterChips narrowing={narrowing} />}
          {children(narrowing)}
        </div>
      </div>
      {filters && sheetOpen && <FilterSheet {...filters} count={count} onClose={() => setSheetOpen(false)} />}
    </>
  )
}

/** The filters next to the list, which only a wide screen shows. */
function Side(filters: FiltersProps) {
  const wide = useIsWide()
  return (
    <section className={styles['side']} aria-label="Filters">
      {wide && <Filters {...filters} />}
    </section>
  )
}
