import type { Product } from '#modules/catalogue/schema.ts'
import { lookOf } from './draw.ts'

export type Pictured = Pick<Product, 'id' | 'title' | 'brand' | 'featureDescription' | 'modelNumber' | 'logoUrl'>

/**
 * Whether the pictures of two products can be confused at a glance: the same drawing in the same colour with the same
 * label, or the same picture of another kind. Products without a picture have none to confuse.
 */
export function looksAlike(one: Pictured, other: Pictured): boolean {
  if (one.logoUrl === '' || one.logoUrl !== other.logoUrl) return false
  return !one.logoUrl.startsWith('/images/devices/') || glanceOf(one) === glanceOf(other)
}

function glanceOf(product: Pictured): string {
  const { colour, mark } = lookOf(product)
  return `${colour.hue} ${mark?.text}`
}
