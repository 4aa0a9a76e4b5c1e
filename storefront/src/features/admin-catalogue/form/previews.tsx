import { ShoppingCart } from 'lucide-react'
import { formatDay } from '../../../lib/format/format.ts'
import { Button } from '../../../ui/button.tsx'
import { ProductCard } from '../../../entities/product/card/product-card.tsx'
import { ProductImage } from '../../../entities/product/card/product-image.tsx'
import { toNumber } from '../amounts.ts'
import type { ProductForm } from './product-form.ts'
import * as styles from './admin-form.module.css'

type PreviewProps = {
  form: ProductForm
  /** The id of the stored product, which varies the drawing; empty for a new product. */
  id: string
}

/** The product as a card on the home page. */
export function HomeCardPreview({ form, id }: PreviewProps) {
  const price = toNumber(form.price) ?? null
  return (
    <div className={styles['homeCard']}>
      <h2 className="visually-hidden">The product on the home page</h2>
      <ProductCard
        product={{ id, title: form.title, brand: form.brand, logoUrl: form.logoUrl, logoAlt: form.logoAlt, price }}
        link={null}
        action={
          <Button look="secondary" wide disabled>
            <ShoppingCart aria-hidden /> Add to Cart
          </Button>
        }
      />
    </div>
  )
}

/** The product as a service request shows it. */
export function ServiceCardPreview({ form, id, createDate }: PreviewProps & { createDate: string | undefined }) {
  return (
    <article className={styles['serviceCard']}>
      <div className={styles['servicePicture']}>
        <ProductImage src={form.logoUrl} of={id} alt={form.logoAlt} width={112} height={112} />
      </div>
      <div>
        <h2>{form.title.trim() || 'Untitled Product'}</h2>
        <p>{form.company.trim() || 'Unknown Company'}</p>
        <p>{form.description.trim() || 'No description yet'}</p>
        <p>{createDate === undefined ? 'Not published yet' : `In the catalogue since ${formatDay(createDate)}`}</p>
      </div>
    </article>
  )
}
