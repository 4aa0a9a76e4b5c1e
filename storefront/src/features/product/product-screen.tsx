import { Link } from '@tanstack/react-router'
import { Wrench } from 'lucide-react'
import type { Product } from '#modules/catalogue/schema.ts'
import { formatExactPrice } from '../../lib/format/format.ts'
import { galleryImages } from '../../lib/format/image.ts'
import { useRememberSeen } from '../../entities/product/stored/use-remember-seen.ts'
import { categoryLabel } from '../../lib/router/navigation.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { CompareToggle } from '../../entities/product/card/compare-toggle.tsx'
import { Page } from '../../ui/page.tsx'
import { SeenLately } from '../../entities/product/card/seen-lately.tsx'
import { BuyBox } from './buying/buy-box.tsx'
import { Gallery } from './gallery/gallery.tsx'
import type { ProductScreenData } from './load-product.ts'
import { PolicyBox } from './policies/policy-box.tsx'
import { ProductCarousel } from './product-carousel.tsx'
import { ProductDetails } from './product-details.tsx'
import { PromoBanner } from './promo-banner.tsx'
import * as styles from './product-screen.module.css'

/** The product detail page (spec §2). */
export function ProductScreen({ product, similar, sameBrand }: ProductScreenData) {
  const title = product.title.trim() || 'Untitled Product'
  useRememberSeen(product)
  return (
    <Page>
      <div className={styles['top']}>
        <Gallery key={product.id} images={galleryImages(product, title)} />
        <div className={styles['buy']}>
          <Head product={product} title={title} />
          <BuyBox key={product.id} product={product} />
          <PolicyBox />
          <div className={styles['more']}>
            <CompareToggle product={product} />
            <ButtonLink to="/service-request/$productId" params={{ productId: product.id }} look="quiet">
              <Wrench aria-hidden /> Raise a service request
            </ButtonLink>
          </div>
        </div>
      </div>
      <div className={styles['below']}>
        <ProductDetails product={product} />
        <ProductCarousel title="Similar products" products={similar} />
        <PromoBanner />
        <ProductCarousel title={`More from ${product.company.trim() || 'this company'}`} products={sameBrand} />
        <SeenLately except={product.id} />
      </div>
    </Page>
  )
}

function Head({ product, title }: { product: Product; title: string }) {
  const category = product.posttype.toLowerCase()
  return (
    <>
      <div>
        <p className={styles['brand']}>{product.company.trim() || 'Unknown Company'}</p>
        <h1 className={styles['title']}>{title}</h1>
      </div>
      <p className={styles['priceRow']}>
        <span className={styles['price']}>{formatExactPrice(product.price)}</span>
        <span className={styles['gst']}>Exclusive of GST.</span>
      </p>
      <dl className={styles['facts']}>
        <dt>Brand</dt>
        <dd>{product.brand.trim() || 'Unknown Brand'}</dd>
        <Fact label="SKU" value={product.sku} />
        <Fact label="Model" value={product.modelNumber} />
        <dt>Status</dt>
        <dd className={styles['inStock']}>In stock</dd>
        {category !== '' && (
          <>
            <dt>Category</dt>
            <dd>
              <Link to="/collection/$category" params={{ category }}>
                {categoryLabel(category)}
              </Link>
            </dd>
          </>
        )}
      </dl>
    </>
  )
}

function Fact({ label, value }: { label: string; value: string | null }) {
  return (
    value && (
      <>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </>
    )
  )
}
