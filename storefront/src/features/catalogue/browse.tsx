import { clsx } from 'clsx'
import { SlidersHorizontal } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { Facets } from '#modules/catalogue/schema.ts'
import { useAnnouncement } from '../../lib/announcement-atoms.ts'
import { countOf } from '../../lib/format/format.ts'
import { pageSummary } from '../../lib/router/pagination.ts'
import { Button } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/feedback/lazy-part.tsx'
import { PageHead } from '../../ui/page.tsx'
import type { Place } from './collection/categories.tsx'
import { FilterChips } from './filters/filter-chips.tsx'
import type { FilterParams } from './filters/filter-params.ts'
import { Filters, type FiltersProps } from './filters/filters.tsx'
import { SortSelect, type Sorting } from './filters/sort-select.tsx'
import { useNarrowing, type Narrowing } from './filters/use-narrowing.ts'
import styles from './browse.module.css'

const FilterSheet = lazyPart(() => import('./filter-sheet/filter-sheet.tsx').then((module) => module.FilterSheet))

type BrowseProps = {
  title: string
  page: { number: number; totalPages: number; totalElements: number }
  search: FilterParams
  sortings: readonly Sorting[]
  /** `undefined` if they could not be counted; the list is then shown without filters. */
  facets: Facets | undefined
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
  const filters: FiltersProps | undefined = facets && { narrowing, facets, place }
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
        {filters && (
          <section className={styles['side']} aria-label="Filters">
            <Filters {...filters} />
          </section>
        )}
        <div className={clsx(styles['results'], narrowing.busy && styles['busy'])} aria-busy={narrowing.busy}>
          <FilterChips narrowing={narrowing} />
          {children(narrowing)}
        </div>
      </div>
      {filters && sheetOpen && <FilterSheet {...filters} count={count} onClose={() => setSheetOpen(false)} />}
    </>
  )
}
