import { useAtom } from 'jotai'
import { Scale, X } from 'lucide-react'
import { useRef } from 'react'
import { comparedAtom } from '../../entities/product/stored/stored-product-atoms.ts'
import { maxCompared, type StoredProduct } from '../../entities/product/stored/stored-products.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ProductImage } from '../../entities/product/card/product-image.tsx'
import { joinIds } from './compare-params.ts'
import * as styles from './compare-bar.module.css'

/** The devices chosen so far, at the bottom of the pages where devices are chosen. */
export function CompareBar() {
  const [compared, setCompared] = useAtom(comparedAtom)
  const bar = useRef<HTMLElement>(null)

  /** Moves the focus first, because the button that was pressed goes with its device. */
  function keep(left: StoredProduct[]) {
    const next = left.length > 0 ? bar.current : document.querySelector('main')
    next?.focus({ preventScroll: true })
    setCompared(left)
  }
  if (compared.length === 0) return null
  return (
    <section ref={bar} tabIndex={-1} className={styles['bar']} aria-label="Devices to compare">
      <ul className={styles['devices']}>
        {compared.map(({ id, title, logoUrl }) => (
          <li key={id}>
            <button
              type="button"
              className={styles['device']}
              aria-label={`Remove ${title} from the comparison`}
              title={title}
              onClick={() => keep(compared.filter((product) => product.id !== id))}
            >
              <ProductImage src={logoUrl} of={id} alt="" width={48} height={48} />
              <X aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      <p className={styles['count']}>
        {compared.length} of {maxCompared} devices
      </p>
      <Button look="quiet" className={styles['clear']} onClick={() => keep([])}>
        Clear
      </Button>
      <ButtonLink to="/compare" className={styles['go']} search={{ ids: joinIds(compared.map(({ id }) => id)) }}>
        <Scale aria-hidden /> Compare {compared.length}
      </ButtonLink>
    </section>
  )
}
