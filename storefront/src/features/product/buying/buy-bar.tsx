import { useEffect, useState, type RefObject } from 'react'
import type { Product } from '#modules/catalogue/schema.ts'
import { InCart } from '../../../entities/cart/adding/in-cart.tsx'
import { formatExactPrice } from '../../../lib/format/format.ts'
import { Button } from '../../../ui/button.tsx'
import * as styles from '../product-screen.module.css'

type BuyBarProps = {
  product: Pick<Product, 'id' | 'title' | 'price'>
  /** The page's own buttons: the bar is shown while they are out of view. */
  buttons: RefObject<HTMLElement | null>
  onAdd: () => void
  onBook: () => void
}

/** On a phone, the price and the page's two ways to buy at the bottom of the window. */
export function BuyBar({ product: { id, title, price }, buttons, onAdd, onBook }: BuyBarProps) {
  const isNeeded = useIsOutOfView(buttons)
  return (
    <section className={styles['bar']} aria-label="Price and cart" data-needed={isNeeded || undefined}>
      <p className={styles['barPrice']}>
        <strong>{formatExactPrice(price)}</strong>
        <span>Exclusive of GST.</span>
      </p>
      <Button look="secondary" onClick={onAdd}>
        Add to Cart <InCart id={id} />
        <span className="visually-hidden">: {title}</span>
      </Button>
      <Button onClick={onBook}>
        Book Now <span className="visually-hidden">: {title}</span>
      </Button>
    </section>
  )
}

/** False until it is known. */
function useIsOutOfView(element: RefObject<HTMLElement | null>): boolean {
  const [isOut, setOut] = useState(false)
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => setOut(entry?.isIntersecting === false))
    if (element.current) observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isOut
}
