import type { LinkProps } from '@tanstack/react-router'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatPrice } from '../../../lib/format/format.ts'
import { ProductImage } from './product-image.tsx'
import * as styles from './product-card.module.css'

/** The fields of a product that a card shows; the price is in rupees. */
export type CardProduct = {
  id: string
  title: string
  brand: string
  price: number | null
  logoUrl: string
  logoAlt?: string | undefined
}

type ProductCardProps = {
  product: CardProduct
  /** The title with highlighted matches, for a search result. */
  title?: ReactNode
  extra?: ReactNode
  /** The card's action: Add to Cart, or the admin's delete icon (spec §2). */
  action?: ReactNode
  /** A small control next to the price. */
  corner?: ReactNode
  /** The target of the title: the product page by default, `null` for a preview without a link. */
  link?: Pick<LinkProps, 'to' | 'params'> | null
  eager?: boolean
}

/** A product in a list: picture, title, brand, price, 'Status: In stock', and one action (spec §2). */
export function ProductCard({ product, title, extra, action, corner, link, eager = false }: ProductCardProps) {
  const name = product.title.trim() || 'Untitled Product'
  const target = link === undefined ? productPage(product.id) : link
  return (
    <article className={styles['card']}>
      <div className={styles['picture']}>
        <ProductImage src={product.logoUrl} of={product.id} alt={product.logoAlt ?? ''} eager={eager} />
      </div>
      <div className={styles['body']}>
        <p className={styles['brand']}>{product.brand.trim() || 'Unknown Brand'}</p>
        <h3 className={styles['title']}>
          <CardTitle name={name} target={target}>
            {title ?? name}
          </CardTitle>
        </h3>
        {extra && <p className={styles['extra']}>{extra}</p>}
        <div className={styles['facts']}>
          <div>
            <p className={styles['price']}>{formatPrice(product.price)}</p>
            <p className={styles['status']}>Status: In stock</p>
          </div>
          <Slot className={styles['corner']}>{corner}</Slot>
        </div>
        <Slot className={styles['action']}>{action}</Slot>
      </div>
    </article>
  )
}

/** An optional part of a card. */
function Slot({ className, children }: { className: string | undefined; children: ReactNode }) {
  return children ? <div className={className}>{children}</div> : null
}

type CardTitleProps = { name: string; target: ProductCardProps['link']; children: ReactNode }

function CardTitle({ name, target, children }: CardTitleProps) {
  if (!target) return children
  return (
    <Link {...target} className={styles['link']} title={name}>
      {children}
    </Link>
  )
}

function productPage(productId: string): ProductCardProps['link'] {
  return { to: '/products/$productId', params: { productId } }
}
