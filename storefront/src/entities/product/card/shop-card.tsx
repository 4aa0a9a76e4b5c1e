import { useSetAtom } from 'jotai'
import { ShoppingCart } from 'lucide-react'
import type { ReactNode } from 'react'
import { InCart } from '../../cart/adding/in-cart.tsx'
import { useAddedToast } from '../../cart/adding/use-added-toast.ts'
import { addToCartAtom } from '../../cart/cart-atoms.ts'
import { cartProductOf, type CartProduct } from '../../cart/cart.ts'
import { Button } from '../../../ui/button.tsx'
import { CompareToggle } from './compare-toggle.tsx'
import { ProductCard, type CardProduct } from './product-card.tsx'

type ShopCardProps = {
  product: CartProduct & Pick<CardProduct, 'logoAlt'>
  title?: ReactNode
  extra?: ReactNode
  eager?: boolean
}

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

function AddToCart({ product }: { product: CartProduct }) {
  const addToCart = useSetAtom(addToCartAtom)
  const added = useAddedToast()
  const add = () => added(addToCart(cartProductOf(product)), 'Product added to cart')
  return (
    <Button look="secondary" wide onClick={add}>
      <ShoppingCart aria-hidden /> Add to Cart <InCart id={product.id} />
      <span className="visually-hidden">: {product.title}</span>
    </Button>
  )
}
