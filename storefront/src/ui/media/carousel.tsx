import { clsx } from 'clsx'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { IconButton } from '../button.tsx'
import { useScrollEdges } from './use-scroll-edges.ts'
import * as styles from './carousel.module.css'

type CarouselProps = { label: string; children: ReactNode }

/** A row that scrolls sideways; with a mouse, an arrow shows on each side with more (spec §2). Children are `<li>`. */
export function Carousel({ label, children }: CarouselProps) {
  const row = useRef<HTMLUListElement>(null)
  const { more, scroll } = useScrollEdges(row)
  return (
    <div className={styles['carousel']}>
      {more.left && (
        <IconButton
          label={`Scroll ${label} back`}
          className={clsx(styles['arrow'], styles['left'])}
          onClick={() => scroll(-1)}
        >
          <ChevronLeft aria-hidden />
        </IconButton>
      )}
      <ul ref={row} className={styles['track']} aria-label={label}>
        {children}
      </ul>
      {more.right && (
        <IconButton
          label={`Scroll ${label} forward`}
          className={clsx(styles['arrow'], styles['right'])}
          onClick={() => scroll(1)}
        >
          <ChevronRight aria-hidden />
        </IconButton>
      )}
    </div>
  )
}
