import type { Product } from '#modules/catalogue/schema.ts'

/** Shown if a product has no picture or its picture fails to load. */
export const placeholderImage = '/images/placeholder.svg'

/** The address of a picture if it is safe to use (`https:` or a path on this site), otherwise the placeholder. */
export function imageSource(url: string | null | undefined): string {
  const trimmed = (url ?? '').trim()
  if (/^\/(?![/\\])[^\s\\]*$/.test(trimmed)) return trimmed
  return /^https:\/\/[A-Za-z0-9.-]+(:[0-9]{1,5})?([/?#]|$)/.test(trimmed) ? trimmed : placeholderImage
}

/** The shop's own drawings of devices, which the server varies for a product. */
const ownDrawing = /^\/images\/devices\/[^?#]+\.svg$/

/** The address of a picture of this product; `imageSource` where the product is not known. */
export function pictureOf(url: string | null | undefined, productId: string | undefined): string {
  const address = imageSource(url)
  return productId && ownDrawing.test(address) ? `${address}?of=${encodeURIComponent(productId)}` : address
}

/**
 * The address of an uploaded picture in another of its sizes: 320, 800 or 1,600 pixels on its longest side. Other pictures
 * have one size.
 */
export function inSize(address: string, pixels: 320 | 1600): string {
  return address.replace(/^(\/pictures\/.+-)800(?=[.]webp$)/, `$1${pixels}`)
}

type Pictured = Pick<
  Product,
  'id' | 'logoUrl' | 'imgUrl1' | 'imgUrl2' | 'imgUrl3' | 'logoAlt' | 'imgAlt1' | 'imgAlt2' | 'imgAlt3'
>

/** The address of a picture, and its alternative text. */
export type GalleryImage = readonly [address: string, alt: string]

/** The pictures of a product for its gallery without empty ones (spec §2); the placeholder if there are none. */
export function galleryImages(product: Pictured, title: string): GalleryImage[] {
  const images = [
    [product.logoUrl, product.logoAlt] as const,
    [product.imgUrl1, product.imgAlt1] as const,
    [product.imgUrl2, product.imgAlt2] as const,
    [product.imgUrl3, product.imgAlt3] as const,
  ]
    .filter(([url]) => url.trim() !== '')
    .map(([url, alt]): GalleryImage => [pictureOf(url, product.id), alt || title])
  return images.length > 0 ? [...new Map(images)] : [[placeholderImage, title]]
}
