import { Link } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { seenAtom } from './stored/stored-product-atoms.ts'
import { ProductImage } from './card/product-image.tsx'
import * as styles from './recently-viewed.module.css'

/** The products recently viewed in this browser; the last section of a page, so that nothing moves when it appears. */
export function RecentlyViewed({ except }: { except?: string | undefined }) {
  const seen = useAtomValue(seenAtom).filter(({ id }) => id !== except)
  if (seen.length === 0) return null
  return (
    <section className={styles['section']} aria-labelledby="recently-viewed">
      <h2 id="recently-viewed">Recently viewed</h2>
      <ul className={styles['list']}>
        {seen.map(({ id, title, brand, logoUrl, logoAlt }) => (
          <li key={id} className={styles['product']}>
            <div className={styles['picture']}>
              <ProductImage src={logoUrl} of={id} alt={logoAlt ?? ''} width={160} height={160} />
            </div>
            <p className={styles['brand']}>{brand || 'Unknown Brand'}</p>
            <Link to="/products/$productId" params={{ productId: id }} className={styles['link']}>
              {title || 'Untitled Product'}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
