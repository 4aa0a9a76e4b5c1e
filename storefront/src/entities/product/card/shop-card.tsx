import { useSetAtom } from 'jotai'
import { ShoppingCart } from 'lucide-react'
import type { ReactNode } from 'react'
import { InCart } from '../../cart/adding/in-cart.tsx'
import { useAddedToast } from '../../cart/adding/use-added-toast.ts'
import { addToCartAtom } from '../../cart/cart-atoms.ts'
import type { CartProduct } from '../../cart/cart.ts'
import { Button } from '../../../ui/button.tsx'
import { CompareToggle } from './compare-toggle.tsx'
import { ProductCard } from './product-card.tsx'

type ShopCardProps = { product: CartProduct; title?: ReactNode; extra?: ReactNode; eager?: boolean }

/** A product's card with the Add to Cart and Compare buttons. */
export function ShopCard({ product, ...card }: ShopCardProps) {
  return (
    <ProductCard
      product={product}
      {...card}
      corner={<CompareToggle product={product} />}
      action={<AddToCart product={product} />}
    />
  )
}

function AddToCart({ product: { id, title, company, brand, price, logoUrl } }: { product: CartProduct }) {
  const addToCart = useSetAtom(addToCartAtom)
  const added = useAddedToast()
  const add = () => added(addToCart({ id, title, company, brand, price, logoUrl }), 'Product added to cart')
  return (
    <Button look="secondary" wide onClick={add}>
      <ShoppingCart aria-hidden /> Add to Cart <InCart id={id} />
      <span className="visually-hidden">: {title}</span>
    </Button>
  )
}
