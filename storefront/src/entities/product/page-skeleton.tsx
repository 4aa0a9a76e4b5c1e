import { Page } from '../../ui/page.tsx'
import { ProductGridSkeleton } from './product-grid.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'

/** The placeholder of a list screen while it is loading. */
export function PageSkeleton() {
  return (
    <Page>
      <Skeleton shape="title" />
      <br />
      <ProductGridSkeleton count={8} />
    </Page>
  )
}
