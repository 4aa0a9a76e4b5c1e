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

/** The pictures of a product for its gallery without empty ones (spec §2); the placeholder if there are none. */
export function galleryImages(product: {
  id: string
  logoUrl: string
  imgUrl1: string
  imgUrl2: string
  imgUrl3: string
}): string[] {
  const images = [product.logoUrl, product.imgUrl1, product.imgUrl2, product.imgUrl3]
    .filter((url) => url.trim() !== '')
    .map((url) => pictureOf(url, product.id))
  return images.length > 0 ? [...new Set(images)] : [placeholderImage]
}
