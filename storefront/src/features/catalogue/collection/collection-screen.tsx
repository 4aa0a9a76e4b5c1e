import { Page } from '../../../ui/page.tsx'
import { Pagination } from '../../../ui/data/pagination.tsx'
import { Browse } from '../browse.tsx'
import type { FilterParams } from '../filters/filter-params.ts'
import type { CollectionData } from './load-collection.ts'
import { Neighbours } from './neighbour-links.tsx'
import { NoMatches } from '../no-matches.tsx'
import { ProductList } from '../product-list.tsx'
import { collectionSortings } from '../filters/sort-select.tsx'

type CollectionScreenProps = CollectionData & { title: string; category?: string; search: FilterParams }

/** A collection: title, product count, related collections, and its products page by page. */
export function CollectionScreen({ title, category, search, page, facets }: CollectionScreenProps) {
  return (
    <Page>
      <Browse
        key={category}
        title={title}
        page={page}
        search={search}
        sortings={collectionSortings}
        facets={facets}
        place={{ collection: category }}
        above={<Neighbours category={category} />}
      >
        {(narrowing) =>
          page.content.length === 0 ? (
            <>
              <NoMatches title="No record(s) found" narrowing={narrowing} />
              <Pagination page={page} />
            </>
          ) : (
            <ProductList page={page} />
          )
        }
      </Browse>
    </Page>
  )
}
