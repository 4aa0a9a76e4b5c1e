import { Link, useRouter } from '@tanstack/react-router'
import { SearchX } from 'lucide-react'
import { useEffect } from 'react'
import { useAnnouncement } from '../../../lib/atoms/announcement-atoms.ts'
import { categoryLabel, collections } from '../../../lib/router/navigation.ts'
import { useRetryWhenOnline } from '../../../lib/router/use-retry-when-online.ts'
import { useToast } from '../../../lib/atoms/toast-atoms.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Highlighted } from '../../../ui/data/highlighted.tsx'
import { Page, PageHead } from '../../../ui/page.tsx'
import { Pagination } from '../../../ui/data/pagination.tsx'
import { ProductGrid } from '../../../entities/product/product-grid.tsx'
import { ShopCard } from '../../../entities/product/card/shop-card.tsx'
import { noteSearch } from '../../../entities/recent-searches.ts'
import { Browse } from '../browse.tsx'
import { isFiltered } from '../filters/filter-params.ts'
import type { SearchScreenData } from './load-search.ts'
import { NoMatches } from '../no-matches.tsx'
import { searchTitle, type SearchParams } from './search-params.ts'
import { useCountedSearch } from './use-counted-search.ts'
import { BrandNotes, DidYouMean } from './text-notes.tsx'
import { searchSortings } from '../filters/sort-select.tsx'
import * as styles from '../browse.module.css'

/** Search results with filters and sorting, all of them in the URL. */
export function SearchScreen({ search, ...data }: SearchScreenData & { search: SearchParams }) {
  const { result, failure } = data
  const toast = useToast()
  const message = failure?.message
  useEffect(() => {
    if (message !== undefined) toast.error(message)
  }, [toast, message])
  const hasHits = result.totalElements > 0
  const isOfText = failure === undefined && (hasHits || !isFiltered(search))
  useEffect(() => {
    if (isOfText && search.q !== '') noteSearch(search.q, hasHits)
  }, [search.q, isOfText, hasHits])
  if (!hasHits && (failure || isOfText)) return <NoResults q={search.q} {...data} />
  return (
    <Page>
      <Browse
        key={search.q}
        title={searchTitle(search.q)}
        page={result}
        search={search}
        sortings={searchSortings}
        facets={{ ...result.facets, attributes: result.attributeFacets }}
        place="search"
        above={
          <>
            <BrandNotes brands={result.genericNames} />
            <DidYouMean text={result.didYouMean} q={correctedText(result, search)} />
          </>
        }
      >
        {(narrowing) => (
          <>
            {result.content.length === 0 ? (
              <NoMatches title="No results found." narrowing={narrowing} />
            ) : (
              <Results content={result.content} />
            )}
            <Pagination page={result} />
          </>
        )}
      </Browse>
    </Page>
  )
}

/** The text, if what is shown was found for another one. */
function correctedText({ content, foundAsTyped }: SearchScreenData['result'], { q }: SearchParams): string | undefined {
  return content.length > 0 && !foundAsTyped ? q : undefined
}

function Results({ content }: Pick<SearchScreenData['result'], 'content'>) {
  return (
    <ProductGrid heading="Products" products={content}>
      {(product) => (
        <ShopCard
          product={product}
          title={<Highlighted text={product.highlight.title} />}
          extra={<Highlighted text={product.highlight.description} />}
        />
      )}
    </ProductGrid>
  )
}

/** Shown if nothing was found or the search failed; suggests what to try instead. */
function NoResults({ q, result, failure, isRenderedByServer }: SearchScreenData & { q: string }) {
  const router = useRouter()
  useCountedSearch(q, isRenderedByServer)
  useAnnouncement('No results found.')
  useRetryWhenOnline(failure !== undefined)
  const { didYouMean, genericNames, nearest } = result
  return (
    <Page>
      <PageHead title={searchTitle(q)} />
      <BrandNotes brands={genericNames} />
      <DidYouMean text={didYouMean} />
      <EmptyState
        icon={SearchX}
        title="No results found."
        actions={
          <>
            {failure !== undefined && <Button onClick={() => void router.invalidate()}>Try again</Button>}
            {nearest?.category === undefined ? (
              <ButtonLink to="/collection" look={failure === undefined ? 'primary' : 'secondary'}>
                Explore Products
              </ButtonLink>
            ) : (
              <ButtonLink to="/collection/$category" params={{ category: nearest.category }}>
                Browse {categoryLabel(nearest.category)}
              </ButtonLink>
            )}
            {nearest && (
              <ButtonLink
                to="/service-request/$productId"
                params={{ productId: nearest.productId }}
                search={{ about: q }}
                look="secondary"
              >
                Raise a service request
              </ButtonLink>
            )}
          </>
        }
      >
        {failure?.message ??
          'Check the spelling, or try fewer or more general words, such as a kind of device or a brand.'}
      </EmptyState>
      <div className={styles['suggestions']}>
        <nav aria-label="Collections">
          <h2>Browse a collection</h2>
          <ul className={styles['chips']}>
            {collections.map(({ path, label }) => (
              <li key={path}>
                <Link to="/collection/$category" params={{ category: path }} className={styles['chip']}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </Page>
  )
}
