import type { Product } from '#modules/catalogue/schema.ts'
import type { Page } from '../../lib/api/page.ts'
import { Pagination } from '../../ui/data/pagination.tsx'
import { ProductGrid } from '../../entities/product/product-grid.tsx'
import { ShopCard } from '../../entities/product/card/shop-card.tsx'

/** The first row of cards on a phone, whose pictures are loaded eagerly. */
const eagerCards = 2

/** One page of products as cards, with pagination below. */
export function ProductList({ page }: { page: Page<Product> }) {
  return (
    <>
      <ProductGrid heading="Products" products={page.content}>
        {(product, index) => <ShopCard product={product} eager={index < eagerCards} />}
      </ProductGrid>
      <Pagination page={page} />
    </>
  )
}
