import { Link } from '@tanstack/react-router'
import type { Facets } from '#modules/catalogue/schema.ts'
import { formatCount } from '../../../lib/format/format.ts'
import { categoryLabel } from '../../../lib/router/navigation.ts'
import * as styles from './facets.module.css'
import { neighboursOf } from '../collection/neighbours.ts'
import type { FilterParams } from '../filters/filter-params.ts'
import type { Narrowing } from '../filters/use-narrowing.ts'
import { categoryTotals } from './category-totals.ts'
import { FacetGroup } from './facet-group.tsx'

/** The page that a list belongs to: the search, or a collection (`undefined`: all products). */
export type Place = 'search' | { collection: string | undefined }

type CategoriesProps = { place: Place; counts: Facets['category']; narrowing: Narrowing }

/** The categories to choose from: a search parameter in a search, links to other pages in a collection. */
export function Categories({ place, counts, narrowing }: CategoriesProps) {
  const totals = categoryTotals(counts)
  if (place === 'search')
    return (
      <FacetGroup title="Category" param="category" counts={totals} labelOf={categoryLabel} narrowing={narrowing} />
    )
  const filters = { ...narrowing.search, page: undefined }
  return <CategoryLinks counts={totals} chosen={place.collection} filters={filters} />
}

type CategoryLinksProps = { counts: Facets['category']; chosen: string | undefined; filters: FilterParams }

/** Links to the other collections, with the number of products that the same filters leave in each. */
function CategoryLinks({ counts, chosen, filters }: CategoryLinksProps) {
  const offered = neighboursOf(chosen).filter(({ path }) => counts[path] !== undefined)
  if (offered.length === 0) return null
  return (
    <nav className={styles['group']} aria-label="Categories">
      <h2>Category</h2>
      {offered.map(({ path, label }) => (
        <Link
          key={path}
          to="/collection/$category"
          params={{ category: path }}
          search={filters}
          className={styles['value']}
          activeOptions={{ includeSearch: false }}
        >
          {label}
          <span className={styles['number']}>{formatCount(counts[path] ?? 0)}</span>
        </Link>
      ))}
    </nav>
  )
}
