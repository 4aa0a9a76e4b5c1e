import type { Product } from '#modules/catalogue/schema.ts'
import { lookOf } from './draw.ts'

export type Pictured = Pick<Product, 'id' | 'title' | 'brand' | 'featureDescription' | 'modelNumber' | 'logoUrl'>

/**
 * What the picture of a product shows at a glance: pictures with the same glance can be confused. These are the same
 * drawings in the same colour, with the same label and paint, or the same pictures of another kind. `undefined` without
 * a picture, which cannot be confused.
 */
export function glanceOf(product: Pictured): string | undefined {
  const { logoUrl } = product
  if (logoUrl === '' || !logoUrl.startsWith('/images/devices/')) return logoUrl || undefined
  const { colour, mark, paint } = lookOf(product)
  return `${logoUrl} ${colour.hue} ${paint} ${mark?.text}`
}
