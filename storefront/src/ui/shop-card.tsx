import { useAtomValue, useSetAtom } from 'jotai'
import { ShoppingCart } from 'lucide-react'
import type { ReactNode } from 'react'
import { cartAtom, putIntoCartAtom } from '../lib/cart/cart-atoms.ts'
import type { CartProduct } from '../lib/cart/cart.ts'
import { useToast } from '../lib/toast-atoms.ts'
import { Button } from './button.tsx'
import { ProductCard } from './product-card.tsx'

type ShopCardProps = { product: CartProduct; title?: ReactNode; extra?: ReactNode; eager?: boolean }

/** A product's card with Add to Cart on it. */
export function ShopCard({ product, ...card }: ShopCardProps) {
  return <ProductCard product={product} {...card} action={<AddToCart product={product} />} />
}

/** Puts one piece into the cart; a product that is there keeps the quantity that was chosen for it. */
function AddToCart({ product }: { product: CartProduct }) {
  const items = useAtomValue(cartAtom)
  const putIntoCart = useSetAtom(putIntoCartAtom)
  const toast = useToast()
  const { id, title, company, brand, price, logoUrl } = product

  function add() {
    const present = items.find((item) => item.id === id)
    putIntoCart({ id, title, company, brand, price, logoUrl }, present?.quantity ?? 1)
    toast.success('Product added to cart')
  }
  return (
    <Button look="secondary" wide onClick={add}>
      <ShoppingCart aria-hidden /> Add to Cart
      <span className="visually-hidden">: {title}</span>
    </Button>
  )
}
