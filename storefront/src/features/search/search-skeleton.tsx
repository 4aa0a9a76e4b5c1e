import { Page, PageHead } from '../../ui/page.tsx'
import { ProductGridSkeleton } from '../../ui/product-grid.tsx'
import { SearchTitle } from './search-screen.tsx'
import styles from './search-screen.module.css'

/** The search while it is under way. */
export function SearchSkeleton({ q }: { q: string }) {
  return (
    <Page>
      <PageHead title={<SearchTitle q={q} />} />
      <p className={styles['loading']}>Loading Products...</p>
      <ProductGridSkeleton count={8} />
    </Page>
  )
}
