import { Page } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import * as gallery from './gallery/gallery.module.css'
import * as styles from './product-screen.module.css'

/** The product page while it is loading. */
export function ProductSkeleton() {
  return (
    <Page>
      <div className={styles['top']}>
        <div className={gallery['stage']}>
          <Skeleton shape="block" />
        </div>
        <div className={styles['buy']}>
          <Skeleton short />
          <Skeleton shape="title" />
          <Skeleton shape="title" />
          <Skeleton />
          <Skeleton />
          <Skeleton short />
        </div>
      </div>
    </Page>
  )
}
