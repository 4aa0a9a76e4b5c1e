import { Link } from '@tanstack/react-router'
import type { Facets } from '#modules/catalogue/schema.ts'
import { formatCount } from '../../../lib/format/format.ts'
import { categoryLabel, collections, findCollection } from '../../../lib/router/navigation.ts'
import styles from '../browse.module.css'
import { categoryTotals } from './category-totals.ts'
import { FacetGroup } from '../filters/facet-group.tsx'
import type { FilterParams } from '../filters/filter-params.ts'
import type { Narrowing } from '../filters/use-narrowing.ts'

/** The page that a list belongs to: the search, or a collection (`undefined`: all products). */
export type Place = 'search' | { collection: string | undefined }

type CategoriesProps = { place: Place; counts: Facets['category']; narrowing: Narrowing }

/** The categories to choose from: a search parameter in a search, links to other pages in a collection. */
export function Categories({ place, counts, narrowing: { search, narrow } }: CategoriesProps) {
  const totals = categoryTotals(counts)
  if (place !== 'search')
    return <CategoryLinks counts={totals} chosen={place.collection} filters={{ ...search, page: undefined }} />
  return (
    <FacetGroup
      title="Category"
      counts={totals}
      chosen={search.category}
      labelOf={categoryLabel}
      onChoose={(category) => narrow({ category })}
    />
  )
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

/** The siblings of a sub-collection, or the sub-collections of a top-level one; all collections if none is chosen. */
export function neighboursOf(category: string | undefined) {
  const here = category === undefined ? undefined : findCollection(category)
  if (!here) return collections
  const parent = here.parent ?? here.path
  return collections.filter((collection) => collection.parent === parent)
}
