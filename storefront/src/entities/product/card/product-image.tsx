import { useState, type ComponentProps } from 'react'
import { inSize, pictureOf, placeholderImage } from '../../../lib/format/image.ts'

type ProductImageProps = Omit<ComponentProps<'img'>, 'src' | 'alt'> & {
  src: string | null | undefined
  /** The id of the product, which varies one of the shop's drawings. */
  of?: string | undefined
  alt: string
  /** Fetched at once, for a picture in the first screen; others are fetched when they come near the viewport. */
  eager?: boolean
}

/** Up to this width, the smallest form of an uploaded picture is sharp on a screen of two pixels per CSS pixel. */
const smallWidth = 160

/** A product's picture, or the placeholder if there is none or it fails to load. Its size is fixed: nothing moves. */
export function ProductImage({ src, of, alt, eager = false, width = 400, ...image }: ProductImageProps) {
  const picture = pictureOf(src, of)
  const wanted = Number(width) <= smallWidth ? inSize(picture, 320) : picture
  const [failed, setFailed] = useState<string>()
  return (
    <img
      ref={repeatError}
      width={width}
      height={400}
      decoding="async"
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : 'auto'}
      {...image}
      src={failed === wanted ? placeholderImage : wanted}
      alt={alt}
      onError={() => setFailed(wanted)}
    />
  )
}

/** Repeats the error event of a picture that failed before hydration, so that React receives it. Nothing is fetched again. */
function repeatError(image: HTMLImageElement | null): void {
  // Some browsers also report a width of 0 for a picture without a size of its own, which can be decoded.
  if (image?.complete && image.naturalWidth === 0) image.decode().catch(() => image.dispatchEvent(new Event('error')))
}
