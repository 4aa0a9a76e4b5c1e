import { useNavigate } from '@tanstack/react-router'
import { useAtomValue, useSetAtom } from 'jotai'
import { ShoppingCart, Zap } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Product } from '#modules/catalogue/schema.ts'
import { InCart } from '../../../entities/cart/adding/in-cart.tsx'
import { useAddedToast } from '../../../entities/cart/adding/use-added-toast.ts'
import { cartAtom, putIntoCartAtom } from '../../../entities/cart/cart-atoms.ts'
import { cartProductOf, lineTotal } from '../../../entities/cart/cart.ts'
import { formatAmount } from '../../../lib/format/format.ts'
import { useToast } from '../../../lib/atoms/toast-atoms.ts'
import { wait } from '../../../lib/router/wait.ts'
import { Button } from '../../../ui/button.tsx'
import { lazyPart } from '../../../ui/feedback/lazy-part.tsx'
import { QuantityControl } from '../../../ui/forms/quantity-control.tsx'
import { useScrolled } from '../../../ui/use-scrolled.ts'
import * as styles from '../product-screen.module.css'

const BuyBar = lazyPart(() => import('./buy-bar.tsx').then((module) => module.BuyBar))

/** Delay between Book Now and the checkout (spec §9). */
const bookNowDelayMs = 300

/** Quantity, subtotal, Add to Cart, Book Now (spec §2, §4). */
export function BuyBox({ product }: { product: Product }) {
  const [quantity, setQuantity] = useState(1)
  const items = useAtomValue(cartAtom)
  const putIntoCart = useSetAtom(putIntoCartAtom)
  const toast = useToast()
  const added = useAddedToast()
  const navigate = useNavigate()
  const buttons = useRef<HTMLDivElement>(null)
  const isScrolled = useScrolled()

  function addToCart(): boolean {
    const isIn = putIntoCart({ product: { ...cartProductOf(product), type: 'service' }, quantity })
    added(isIn, 'Product added to cart!')
    return isIn
  }
  async function bookNow() {
    if (items.some(({ id }) => id === product.id)) toast.info('Proceeding to checkout...')
    else if (!addToCart()) return
    await wait(bookNowDelayMs)
    await navigate({ to: '/checkout' })
  }
  return (
    <div className={styles['order']}>
      <div className={styles['quantityRow']}>
        <QuantityControl label="Quantity" value={quantity} onChange={setQuantity} />
        <p className={styles['subtotal']}>
          <span>Subtotal</span>
          <strong>{formatAmount(lineTotal({ price: product.price, quantity }))}</strong>
        </p>
      </div>
      <div ref={buttons} className={styles['buttons']}>
        <Button look="secondary" large onClick={addToCart}>
          <ShoppingCart aria-hidden /> Add to Cart <InCart id={product.id} />
        </Button>
        <Button large onClick={() => void bookNow()}>
          <Zap aria-hidden /> Book Now
        </Button>
      </div>
      {isScrolled && <BuyBar product={product} buttons={buttons} onAdd={addToCart} onBook={() => void bookNow()} />}
    </div>
  )
}
