import { useNavigate } from '@tanstack/react-router'
import { SearchX } from 'lucide-react'
import { useEffect } from 'react'
import { useAnnouncement } from '../../lib/announcement-atoms.ts'
import { countOf } from '../../lib/format.ts'
import { useToast } from '../../lib/toast-atoms.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Highlighted } from '../../ui/highlighted.tsx'
import { Page, PageHead } from '../../ui/page.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { ProductGrid } from '../../ui/product-grid.tsx'
import { ShopCard } from '../../ui/shop-card.tsx'
import { Filters } from './filters.tsx'
import type { SearchScreenData } from './load-search.ts'
import { isFiltered, searchTitle, sortings, type SearchParams } from './search-params.ts'
import styles from './search-screen.module.css'

/** Search results with what narrows and sorts them, all of it in the address. */
export function SearchScreen({ search, answer, failure }: SearchScreenData & { search: SearchParams }) {
  const toast = useToast()
  useEffect(() => {
    if (failure !== undefined) toast.error(failure)
  }, [toast, failure])
  const found = countOf(answer.totalElements, 'product')
  useAnnouncement(found)
  const nothing = answer.totalElements === 0 && !isFiltered(search)
  return (
    <Page>
      <PageHead title={searchTitle(search.q)} lead={nothing ? undefined : found}>
        {!nothing && <Sorting search={search} />}
      </PageHead>
      {nothing ? (
        <NoResults />
      ) : (
        <div className={styles['body']}>
          <Filters search={search} facets={answer.facets} />
          <Results answer={answer} />
        </div>
      )}
    </Page>
  )
}

function Results({ answer }: { answer: SearchScreenData['answer'] }) {
  const navigate = useNavigate({ from: '/search' })
  if (answer.content.length === 0) {
    const clear = <Button onClick={() => void navigate({ search: ({ q }) => ({ q }) })}>Clear all filters</Button>
    return <EmptyState icon={SearchX} title="No results found." actions={clear} />
  }
  return (
    <div>
      <ProductGrid heading="Products" products={answer.content}>
        {(product) => (
          <ShopCard
            product={product}
            title={<Highlighted text={product.highlight.title} />}
            extra={<Highlighted text={product.highlight.description} />}
          />
        )}
      </ProductGrid>
      <Pagination page={answer} />
    </div>
  )
}

function NoResults() {
  const browse = <ButtonLink to="/collection">Explore Products</ButtonLink>
  return (
    <EmptyState icon={SearchX} title="No results found." actions={browse}>
      Check the spelling, or try fewer or more general words, such as a kind of device or a brand.
    </EmptyState>
  )
}

function Sorting({ search }: { search: SearchParams }) {
  const navigate = useNavigate({ from: '/search' })
  return (
    <label className={styles['sort']}>
      Sort by
      <select
        value={search.sort ?? 'relevance'}
        onChange={({ target }) => {
          const sort = sortings.find((sorting) => sorting.sort === target.value)?.sort
          void navigate({ search: (before) => ({ ...before, sort, page: undefined }) })
        }}
      >
        {sortings.map(({ sort, label }) => (
          <option key={sort} value={sort}>
            {label}
          </option>
        ))}
      </select>
    </label>
  )
}
