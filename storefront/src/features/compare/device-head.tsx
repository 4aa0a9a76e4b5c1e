import { Link } from '@tanstack/react-router'
import { useSetAtom } from 'jotai'
import { ArrowLeftRight, ShoppingCart, X } from 'lucide-react'
import type { Product } from '#modules/catalogue/schema.ts'
import { InCart } from '../../entities/cart/adding/in-cart.tsx'
import { useAddedToast } from '../../entities/cart/adding/use-added-toast.ts'
import { addToCartAtom } from '../../entities/cart/cart-atoms.ts'
import { formatExactPrice } from '../../lib/format/format.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { ProductImage } from '../../entities/product/card/product-image.tsx'
import * as styles from './compare.module.css'

export type DeviceActions = { onRemove: (id: string) => void; onReplace: (id: string) => void }

/** The head of a device's column: the device, its price, and the actions on it. */
export function DeviceHead({ product, onRemove, onReplace }: DeviceActions & { product: Product }) {
  const addToCart = useSetAtom(addToCartAtom)
  const added = useAddedToast()
  const { id, title, company, brand, price, logoUrl, logoAlt = '' } = product
  const name = title.trim() || 'Untitled Product'
  return (
    <div className={styles['device']}>
      <div className={styles['picture']}>
        <ProductImage src={logoUrl} of={id} alt={logoAlt} width={200} height={200} eager />
      </div>
      <div className={styles['tools']}>
        <IconButton label={`Replace ${name}`} onClick={() => onReplace(id)}>
          <ArrowLeftRight aria-hidden />
        </IconButton>
        <IconButton label={`Remove ${name}`} onClick={() => onRemove(id)}>
          <X aria-hidden />
        </IconButton>
      </div>
      <Link to="/products/$productId" params={{ productId: id }} className={styles['name']}>
        {name}
      </Link>
      <p className={styles['price']}>{formatExactPrice(price)}</p>
      <Button
        wide
        onClick={() => added(addToCart({ id, title, company, brand, price, logoUrl }), 'Product added to cart')}
      >
        <ShoppingCart aria-hidden /> Add to Cart <InCart id={id} />
        <span className="visually-hidden">: {name}</span>
      </Button>
    </div>
  )
}
