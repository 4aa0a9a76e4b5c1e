import { clsx } from 'clsx'
import { PackageSearch } from 'lucide-react'
import type { ReactNode } from 'react'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import * as styles from './product-grid.module.css'

type ProductGridProps<T> = {
  /** For screen readers, if no visible text names the list. */
  heading?: string
  /** At most four side by side, for a short list. */
  roomy?: boolean
  products: readonly T[]
  children: (product: T, index: number) => ReactNode
  actions?: ReactNode
}

/** Cards side by side, as many as fit; 'No record(s) found' if there are none (spec §2). */
export function ProductGrid<T extends { id: string }>({
  products,
  children,
  actions,
  roomy,
  heading,
}: ProductGridProps<T>) {
  if (products.length === 0) return <EmptyState icon={PackageSearch} title="No record(s) found" actions={actions} />
  return (
    <>
      {heading !== undefined && <h2 className="visually-hidden">{heading}</h2>}
      <ul className={clsx(styles['grid'], roomy && styles['roomy'])}>
        {products.map((product, index) => (
          <li key={product.id}>{children(product, index)}</li>
        ))}
      </ul>
    </>
  )
}

/** The placeholder of the grid while its products are loading. */
export function ProductGridSkeleton({ count }: { count: number }) {
  return (
    <div className={styles['grid']} aria-hidden>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={styles['skeleton']}>
          <Skeleton shape="block" className={styles['picture']} />
          <div className={styles['lines']}>
            <Skeleton short />
            <Skeleton />
            <Skeleton />
            <Skeleton short />
          </div>
        </div>
      ))}
    </div>
  )
}
