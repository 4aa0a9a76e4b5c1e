import type { Product } from '#modules/catalogue/schema.ts'
import { ShopCard } from '../../entities/product/card/shop-card.tsx'
import { ProductGrid } from '../../entities/product/product-grid.tsx'

/** The newest products, without pagination. */
export function FeaturedProducts({ products }: { products: readonly Product[] }) {
  return (
    <ProductGrid products={products} roomy>
      {(product) => <ShopCard product={product} />}
    </ProductGrid>
  )
}
