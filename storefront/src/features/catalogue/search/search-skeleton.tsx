import { Page, PageHead } from '../../../ui/page.tsx'
import { ProductGridSkeleton } from '../../../entities/product/product-grid.tsx'
import { searchTitle } from './search-params.ts'
import * as styles from '../browse.module.css'

/** The search page while it is loading. */
export function SearchSkeleton({ q }: { q: string }) {
  return (
    <Page>
      <PageHead title={searchTitle(q)} />
      <p className={styles['loading']}>Loading Products...</p>
      <ProductGridSkeleton count={8} />
    </Page>
  )
}
