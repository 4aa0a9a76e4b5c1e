import { Await, useRouter } from '@tanstack/react-router'
import type { Outcome } from '../../lib/router/outcome.ts'
import { Button } from '../../ui/button.tsx'
import { Carousel } from '../../ui/media/carousel.tsx'
import { Message } from '../../ui/feedback/message.tsx'
import { ShopCard } from '../../entities/product/card/shop-card.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import type { ShownProduct } from './load-product.ts'
import * as styles from './product-carousel.module.css'

type ProductCarouselProps = { title: string; products: Promise<Outcome<ShownProduct[]>> }

/** Products in a row, in one of four states: loading, error, empty (renders nothing), list (spec §2). */
export function ProductCarousel({ title, products }: ProductCarouselProps) {
  return (
    <Await promise={products} fallback={<Loading title={title} />}>
      {(outcome) => <Loaded title={title} outcome={outcome} />}
    </Await>
  )
}

function Loaded({ title, outcome }: { title: string; outcome: Outcome<ShownProduct[]> }) {
  if (outcome.ok && outcome.value.length === 0) return null
  return (
    <section className={styles['section']} aria-label={title}>
      <h2>{title}</h2>
      {outcome.ok ? (
        <Carousel label={title}>
          {outcome.value.map((product) => (
            <li key={product.id}>
              <ShopCard product={product} />
            </li>
          ))}
        </Carousel>
      ) : (
        <Failed message={outcome.message} />
      )}
    </section>
  )
}

function Failed({ message }: { message: string }) {
  const router = useRouter()
  return (
    <Message kind="error">
      <p>{message}</p>
      <Button look="secondary" onClick={() => void router.invalidate()}>
        Try again
      </Button>
    </Message>
  )
}

function Loading({ title }: { title: string }) {
  return (
    <section className={styles['section']} aria-label={title} aria-busy>
      <h2>{title}</h2>
      <div className={styles['loading']}>
        {Array.from({ length: 5 }, (_, index) => (
          <Skeleton key={index} shape="block" className={styles['card']} />
        ))}
      </div>
    </section>
  )
}
