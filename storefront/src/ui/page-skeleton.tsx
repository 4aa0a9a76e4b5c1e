import { Page } from './page.tsx'
import { ProductGridSkeleton } from './product-grid.tsx'
import { Skeleton } from './skeleton.tsx'

/** A list screen while it is loading. */
export function PageSkeleton() {
  return (
    <Page>
      <Skeleton shape="title" />
      <br />
      <ProductGridSkeleton count={8} />
    </Page>
  )
}
