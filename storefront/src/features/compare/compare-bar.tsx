import { useAtom } from 'jotai'
import { Scale, X } from 'lucide-react'
import { comparedAtom } from '../../entities/product/kept/kept-atoms.ts'
import { maxCompared } from '../../entities/product/kept/kept-products.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ProductImage } from '../../entities/product/card/product-image.tsx'
import { joinIds } from './compare-params.ts'
import * as styles from './compare-bar.module.css'

/** The devices chosen so far, at the bottom of the pages where devices are chosen. */
export function CompareBar() {
  const [compared, setCompared] = useAtom(comparedAtom)
  if (compared.length === 0) return null
  return (
    <section className={styles['bar']} aria-label="Devices to compare">
      <ul className={styles['devices']}>
        {compared.map(({ id, title, logoUrl }) => (
          <li key={id}>
            <button
              type="button"
              className={styles['device']}
              aria-label={`Take ${title} out of the comparison`}
              title={title}
              onClick={() => setCompared(compared.filter((product) => product.id !== id))}
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
      <Button look="quiet" className={styles['clear']} onClick={() => setCompared([])}>
        Clear
      </Button>
      <ButtonLink to="/compare" className={styles['go']} search={{ ids: joinIds(compared.map(({ id }) => id)) }}>
        <Scale aria-hidden /> Compare {compared.length}
      </ButtonLink>
    </section>
  )
}
