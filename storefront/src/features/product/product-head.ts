import { pageTitle } from '../../lib/shop.ts'
import { pageHead, productPath } from '../../lib/router/page-head.ts'
import type { ProductScreenData } from './load-product.ts'

/** What a product's page says about itself, under whichever of its two addresses; as little as can be where there is no product. */
export function productHead(siteUrl: string, data: ProductScreenData | undefined) {
  if (data === undefined) return { meta: [{ title: pageTitle('Product') }] }
  const { product, crumb } = data
  return pageHead(siteUrl, { title: crumb, path: productPath(product.id), description: product.description })
}
