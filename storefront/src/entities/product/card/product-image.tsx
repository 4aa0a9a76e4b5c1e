import { useState, type ComponentProps } from 'react'
import { imageSource, placeholderImage } from '../../../lib/format/image.ts'

type ProductImageProps = Omit<ComponentProps<'img'>, 'src' | 'alt'> & {
  src: string | null | undefined
  alt: string
  /** Among the first things seen: fetched at once; all others wait until they come near the screen. */
  eager?: boolean
}

/** A product's picture; the placeholder where there is none or where it does not load. Never moves the layout. */
export function ProductImage({ src, alt, eager = false, ...image }: ProductImageProps) {
  const wanted = imageSource(src)
  const [failed, setFailed] = useState<string>()
  return (
    <img
      ref={eager ? askAgain : null}
      width={400}
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

/** A main picture that failed before a page from the server was taken over fails once more, so that it is heard of. */
function askAgain(image: HTMLImageElement | null): void {
  if (image?.complete && image.naturalWidth === 0) image.setAttribute('src', image.src)
}
