import { Scale } from 'lucide-react'
import type { StoredProduct } from '../stored/stored-products.ts'
import { useCompareToggle } from '../stored/use-compare-toggle.ts'
import * as styles from './compare-toggle.module.css'

/** Adds a product to the comparison, or removes it. */
export function CompareToggle({ product }: { product: StoredProduct }) {
  const { chosen, toggle } = useCompareToggle(product)
  return (
    <button
      type="button"
      className={styles['toggle']}
      aria-label={`Compare: ${product.title}`}
      aria-pressed={chosen}
      title="Compare"
      onClick={toggle}
    >
      <Scale aria-hidden />
      <span className={styles['label']}>Compare</span>
    </button>
  )
}
