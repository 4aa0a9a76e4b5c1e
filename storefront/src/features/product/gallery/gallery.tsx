import { useRef, useState, type PointerEvent } from 'react'
import { lazyPart } from '../../../ui/feedback/lazy-part.tsx'
import { inSize, type GalleryImage } from '../../../lib/format/image.ts'
import { ProductImage } from '../../../entities/product/card/product-image.tsx'
import * as styles from './gallery.module.css'

const Lightbox = lazyPart(() => import('./lightbox.tsx').then((module) => module.Lightbox))

/** A movement of more pixels than this counts as a swipe (spec §2). */
const swipePx = 40

/** The pictures of a product: swipe or thumbnails change the picture, a click opens it large (spec §2). */
export function Gallery({ images }: { images: readonly GalleryImage[] }) {
  const [current, setCurrent] = useState(0)
  const [large, setLarge] = useState(false)
  const [address, alt = ''] = images[current] ?? []
  const swipe = useSwipe((step) => setCurrent((shown) => (shown + step + images.length) % images.length))
  return (
    <section className={styles['gallery']} aria-label="Pictures">
      <div className={styles['stage']} {...swipe.handlers}>
        <button
          type="button"
          className={styles['open']}
          aria-label={`Enlarge picture ${current + 1} of ${images.length}`}
          // A click by keyboard has `detail` 0 and cannot be the end of a swipe.
          onClick={({ detail }) => (detail === 0 || !swipe.wasSwipe()) && setLarge(true)}
        >
          <ProductImage src={address} alt={alt} width={800} height={800} eager draggable={false} />
        </button>
        {images.length > 1 && (
          <span className={styles['count']} aria-hidden>
            {current + 1} / {images.length}
          </span>
        )}
      </div>
      {images.length > 1 && (
        <div className={styles['thumbs']}>
          {images.map(([image], index) => (
            <button
              key={image}
              type="button"
              className={styles['thumb']}
              aria-label={`Picture ${index + 1}`}
              aria-current={index === current}
              onClick={() => setCurrent(index)}
            >
              <ProductImage src={image} alt="" width={120} height={120} />
            </button>
          ))}
        </div>
      )}
      {/* Only on the server: a browser that runs scripts has the thumbnails and the lightbox. */}
      <noscript className={styles['links']}>{import.meta.env.SSR && <PictureLinks images={images} />}</noscript>
      {large && <Lightbox images={images} index={current} onView={setCurrent} onClose={() => setLarge(false)} />}
    </section>
  )
}

/** A link to each picture in its large size. */
function PictureLinks({ images }: { images: readonly GalleryImage[] }) {
  return images.map(([image], index) => (
    <a key={image} href={inSize(image, 1600)} className={styles['thumb']} aria-label={`Picture ${index + 1}`}>
      <ProductImage src={image} alt="" width={120} height={120} />
    </a>
  ))
}

/** Distinguishes a swipe from a click: +1 for the next picture, -1 for the previous one. */
function useSwipe(onSwipe: (step: 1 | -1) => void) {
  const start = useRef<number>(undefined)
  const swiped = useRef(false)
  return {
    wasSwipe: () => swiped.current,
    handlers: {
      onPointerDown: ({ clientX }: PointerEvent) => {
        start.current = clientX
        swiped.current = false
      },
      onPointerUp: ({ clientX }: PointerEvent) => {
        const moved = clientX - (start.current ?? clientX)
        start.current = undefined
        if (Math.abs(moved) <= swipePx) return
        swiped.current = true
        onSwipe(moved < 0 ? 1 : -1)
      },
    },
  }
}
