import { pageTitle } from '../../lib/shop.ts'
import { pageHead, productPath } from '../../lib/router/page-head.ts'
import type { ProductScreenData } from './load-product.ts'

/** The head of a product's page, the same for both of its URLs; only a title if there is no product. */
export function productHead(siteUrl: string, data: ProductScreenData | undefined) {
  if (data === undefined) return { meta: [{ title: pageTitle('Product') }] }
  const { product, crumb } = data
  return pageHead(siteUrl, { title: crumb, path: productPath(product.id), description: product.description })
}
